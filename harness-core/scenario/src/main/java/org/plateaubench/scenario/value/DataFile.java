// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.scenario.value;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import org.plateaubench.api.Finding;
import org.plateaubench.api.Outcome;
import org.plateaubench.api.OutcomeKind;

/** Rows of a file; each unit or user takes one. The rows are loaded before users start. */
public final class DataFile implements Source {
    private final String name;
    private final FileText file;
    private final char separator;
    private final Take take;
    private final OnEnd onEnd;
    private final long salt;
    private final List<Column> columns = new ArrayList<>();
    private boolean isInRepeat;
    private String[][] rows = {};

    /** The rule by which rows are taken. */
    enum Take {
        /** The users take the rows in order, together. */
        SHARED,
        /** Each user takes all rows in order. */
        PER_USER,
        /** Each user has its own row during the run. */
        UNIQUE,
        /** A draw decides. */
        RANDOM
    }

    /** The behaviour when all rows have been taken. */
    enum OnEnd {
        /** The rows are used again, beginning with the first. */
        REPEAT,
        /** The user ends; operations of its last unit that need a row are declined. */
        STOP,
        /** Operations that need a row are errors. */
        FAIL
    }

    /** A column that templates refer to. */
    private final class Column implements Part {
        private final String title;
        private int index;

        Column(String title) {
            this.title = title;
        }

        @Override
        public void append(Values values, StringBuilder out) throws StepFailure {
            out.append(rows[row(values)][index]);
        }
    }

    DataFile(String name, FileText file, char separator, Take take, OnEnd onEnd, long salt) {
        this.name = name;
        this.file = file;
        this.separator = separator;
        this.take = take;
        this.onEnd = onEnd;
        this.salt = salt;
    }

    @Override
    public Part part(String column, boolean inRepeat, Consumer<String> problem) {
        if (column.isEmpty()) {
            problem.accept("'" + name + "' has columns: a reference names one, such as ${" + name + ".id}.");
        }
        isInRepeat |= inRepeat;
        Column part = new Column(column);
        columns.add(part);
        return part;
    }

    /** Reads the rows of the loaded file, and returns the problems of the file. */
    public List<Finding> load() {
        Rows loaded;
        try {
            loaded = file.name().toLowerCase(Locale.ROOT).endsWith(".jsonl")
                    ? Rows.ofJsonLines(file.text())
                    : Rows.ofCsv(file.text(), separator);
        } catch (IllegalArgumentException e) {
            return List.of(file.problem(file.name() + ": " + e.getMessage() + ".", "Correct the file."));
        }
        List<Finding> findings = new ArrayList<>();
        if (loaded.rows().isEmpty()) {
            findings.add(file.problem(file.name() + " has no rows.", "Add a row below the names of the columns."));
        }
        for (Column column : columns) {
            column.index = loaded.columns().indexOf(column.title);
            if (column.index < 0 && !loaded.columns().isEmpty()) {
                findings.add(file.problem(
                        file.name() + " has no column '" + column.title + "'.",
                        "Use one of " + String.join(", ", loaded.columns()) + "."));
            }
        }
        rows = loaded.rows().toArray(String[][]::new);
        return findings;
    }

    private int row(Values values) throws StepFailure {
        long number = switch (take) {
            case SHARED -> values.sharedNumber(isInRepeat);
            case PER_USER -> values.ownNumber(isInRepeat);
            case UNIQUE -> values.user();
            case RANDOM -> Math.unsignedMultiplyHigh(values.bits(salt, 0), rows.length);
        };
        if (number >= rows.length && onEnd != OnEnd.REPEAT) {
            String message = file.name() + " has only " + rows.length + " rows, and row " + (number + 1) + " is needed";
            if (onEnd == OnEnd.STOP) {
                values.finish();
                throw new StepFailure(new Outcome(OutcomeKind.DECLINED, "data-end", message, false));
            }
            throw StepFailure.error("data-end", message);
        }
        return (int) (number % rows.length);
    }
}
