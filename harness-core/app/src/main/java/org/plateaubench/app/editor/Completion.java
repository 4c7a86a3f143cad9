// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.editor;

import java.util.List;

/**
 * Proposals for a part of one line of a text. Immutable.
 *
 * @param fromLine line from 1
 * @param fromColumn column of the first character that a proposal replaces, from 1 in UTF-16 units
 * @param toLine the same line
 * @param toColumn column after the last one
 * @param items proposals
 */
public record Completion(int fromLine, int fromColumn, int toLine, int toColumn, List<Item> items) {
    public Completion {
        items = List.copyOf(items);
    }

    static Completion of(int line, int fromColumn, int toColumn, List<Item> items) {
        return new Completion(line, fromColumn, line, toColumn, items);
    }

    public enum Kind {
        KEY,
        VALUE
    }

    /**
     * A proposal.
     *
     * @param text text to insert
     * @param label for display
     * @param detail default or type in short, may be empty
     * @param documentation a sentence, may be empty
     * @param kind whether it is a key or a value
     */
    public record Item(String text, String label, String detail, String documentation, Kind kind) {}
}
