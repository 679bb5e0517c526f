"""The style of a system that asks for no animations."""

from PySide6.QtWidgets import QProxyStyle, QStyle, QWidget


class _Still(QProxyStyle):
    def styleHint(self, hint: QStyle.StyleHint, *others: object) -> int:
        is_motion = hint == QStyle.StyleHint.SH_Widget_Animation_Duration
        return 0 if is_motion else super().styleHint(hint, *others)


def ask_for_stillness(widget: QWidget) -> None:
    """Let a widget's system ask for no animations."""
    style = _Still()
    style.setParent(widget)  # which does not own its style otherwise
    widget.setStyle(style)
