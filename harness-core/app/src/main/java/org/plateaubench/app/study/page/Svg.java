// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.study.page;

import java.util.Locale;
import org.plateaubench.engine.report.HtmlText;

/** Builds a chart as SVG text. Texts are escaped. Not thread-safe. */
final class Svg {
    private final StringBuilder text = new StringBuilder();

    Svg(double width, double height, String title) {
        text.append(String.format(
                Locale.ROOT,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %.0f %.0f\" width=\"%.0f\" height=\"%.0f\""
                        + " role=\"img\" font-family=\"system-ui,sans-serif\" font-size=\"12\"><title>%s</title>",
                width,
                height,
                width,
                height,
                HtmlText.escaped(title)));
    }

    void line(double x1, double y1, double x2, double y2, String style) {
        text.append(String.format(
                Locale.ROOT, "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" %s/>", x1, y1, x2, y2, style));
    }

    void bar(double x, double y, double width, double height, String colour, String title) {
        text.append(String.format(
                Locale.ROOT,
                "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"%s\"><title>%s</title></rect>",
                x,
                y,
                Math.max(0, width),
                Math.max(0, height),
                colour,
                HtmlText.escaped(title)));
    }

    void dot(double x, double y, String colour, String title) {
        text.append(String.format(
                Locale.ROOT,
                "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"4\" fill=\"%s\"><title>%s</title></circle>",
                x,
                y,
                colour,
                HtmlText.escaped(title)));
    }

    void words(double x, double y, String anchor, String words) {
        text.append(String.format(
                Locale.ROOT,
                "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>",
                x,
                y,
                anchor,
                HtmlText.escaped(words)));
    }

    @Override
    public String toString() {
        return text + "</svg>";
    }
}
