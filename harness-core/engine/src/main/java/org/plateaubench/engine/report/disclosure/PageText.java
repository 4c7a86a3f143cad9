// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report.disclosure;

import java.util.List;
import java.util.Map;
import org.plateaubench.engine.report.HtmlText;

/** Builds HTML from untrusted texts, each of which is escaped. Not thread-safe. */
final class PageText {
    private final StringBuilder html = new StringBuilder();
    private final String prefix;

    /**
     * Creates an empty text.
     *
     * @param prefix beginning of each heading, may be empty
     */
    PageText(String prefix) {
        this.prefix = prefix;
    }

    PageText heading(String text) {
        html.append("<h2>").append(HtmlText.escaped(prefix + text)).append("</h2>\n");
        return this;
    }

    PageText paragraph(String text) {
        return paragraph("", text);
    }

    PageText paragraph(String style, String text) {
        html.append("<p class=\"")
                .append(style)
                .append("\">")
                .append(HtmlText.escaped(text))
                .append("</p>\n");
        return this;
    }

    /** Adds the published number, which is struck through if it does not count. */
    PageText headline(String text, boolean isStruck) {
        String safe = HtmlText.escaped(text);
        html.append("<p class=\"score\">")
                .append(isStruck ? "<s>" + safe + "</s>" : safe)
                .append("</p>\n");
        return this;
    }

    PageText list(List<String> items) {
        html.append("<ul>\n");
        items.forEach(item -> html.append("<li>").append(HtmlText.escaped(item)).append("</li>\n"));
        html.append("</ul>\n");
        return this;
    }

    /** Adds the checks of the files and the notes of the author. */
    void end(List<String> evidence, String notes) {
        heading("Evidence").list(evidence);
        if (!notes.isBlank()) {
            heading("Notes of the author").paragraph("notes", notes.strip());
        }
    }

    /** Adds names with their values. */
    PageText facts(Map<String, String> facts) {
        html.append("<table class=\"facts\"><tbody>\n");
        facts.forEach((name, value) -> html.append("<tr><th scope=\"row\">")
                .append(HtmlText.escaped(name))
                .append("</th><td>")
                .append(HtmlText.escaped(value))
                .append("</td></tr>\n"));
        html.append("</tbody></table>\n");
        return this;
    }

    /** Adds a table; rows whose first cell is empty belong to the row above. */
    PageText table(List<String> heads, List<List<String>> rows) {
        html.append("<div class=\"wide\"><table><thead><tr>");
        heads.forEach(head ->
                html.append("<th scope=\"col\">").append(HtmlText.escaped(head)).append("</th>"));
        html.append("</tr></thead><tbody>\n");
        for (List<String> row : rows) {
            html.append("<tr>");
            for (int i = 0; i < row.size(); i++) {
                String safe = HtmlText.escaped(row.get(i));
                html.append(i == 0 ? "<th scope=\"row\">" + safe + "</th>" : "<td>" + safe + "</td>");
            }
            html.append("</tr>\n");
        }
        html.append("</tbody></table></div>\n");
        return this;
    }

    @Override
    public String toString() {
        return html.toString();
    }
}
