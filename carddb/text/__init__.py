"""The rules text of second-edition cards, read into facts sentence by sentence."""
