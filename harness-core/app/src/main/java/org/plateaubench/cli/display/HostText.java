// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.display;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.plateaubench.app.host.Advice;
import org.plateaubench.app.host.HostReport;
import org.plateaubench.engine.report.WrappedText;

/** The report on a client host, for a terminal: its possible use, recommended changes, then the rest. */
public final class HostText {
    private static final int COLUMNS = 80;
    private static final int NAME = 16;
    private static final String INDENT = "  ";

    private final Terminal terminal;
    private final List<String> lines = new ArrayList<>();

    private HostText(Terminal terminal) {
        this.terminal = terminal;
    }

    public static List<String> lines(HostReport report, Terminal terminal) {
        HostText text = new HostText(terminal);
        text.write(report);
        return text.lines;
    }

    private void write(HostReport report) {
        heading("What it can be trusted with");
        for (String sentence : report.expectation().sentences()) {
            paragraph(INDENT, sentence);
        }
        heading("Measured");
        report.figures().forEach(figure -> lines.add(INDENT + padded(figure.name()) + figure.value()));
        section(report, Advice.State.CHANGE, "To change");
        section(report, Advice.State.NOTE, "To know");
        section(report, Advice.State.OK, "Well");
        String unknown = String.join(
                ", ",
                report.advice().stream()
                        .filter(advice -> advice.state() == Advice.State.UNKNOWN)
                        .map(advice -> advice.topic().toLowerCase(Locale.ROOT))
                        .toList());
        if (!unknown.isEmpty()) {
            heading("Not known here");
            paragraph(INDENT, unknown + ".");
        }
    }

    private void section(HostReport report, Advice.State state, String title) {
        List<Advice> some = report.advice().stream()
                .filter(advice -> advice.state() == state)
                .toList();
        if (some.isEmpty()) {
            return;
        }
        heading(title);
        for (Advice advice : some) {
            paragraph(INDENT + padded(advice.topic()), advice.found());
            if (advice.why() != null) {
                paragraph(INDENT + padded(""), advice.why());
            }
            if (advice.command() != null) {
                // In one line, so that it can be copied.
                lines.add(INDENT + padded("") + "$ " + advice.command());
            }
        }
    }

    private void heading(String title) {
        lines.add("");
        lines.add(terminal.bold(title));
    }

    private static String padded(String name) {
        return name + " ".repeat(Math.max(1, NAME - name.length()));
    }

    private void paragraph(String head, String text) {
        lines.addAll(WrappedText.lines(head, " ".repeat(head.length()), text, COLUMNS));
    }
}
