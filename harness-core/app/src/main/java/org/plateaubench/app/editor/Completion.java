// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.editor;

import java.util.List;

/**
 * Proposals for a part of one line of a text. Immutable.
 *
 * @param line line from 1
 * @param fromColumn column of the first character that a proposal replaces, from 1 in UTF-16 units
 * @param toColumn column after the last one
 * @param items proposals
 */
public record Completion(int line, int fromColumn, int toColumn, List<Item> items) {
    public Completion {
        items = List.copyOf(items);
    }

    /**
     * A proposal.
     *
     * @param text text to insert
     * @param label for people
     * @param detail default or type in short, may be empty
     * @param documentation a sentence, may be empty
     * @param isKey whether it is a key, else a value
     */
    public record Item(String text, String label, String detail, String documentation, boolean isKey) {}
}
