// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.run.event;

import java.util.List;
import java.util.stream.Stream;

/**
 * The end of a run.
 *
 * @param sentences reasons why it was not completed, the first ones of many; empty when it was completed
 * @param by the user or signal that requested the end, empty for none or when not known
 */
public record RunEnd(Status status, List<String> sentences, String by) {
    private static final int MAX_SENTENCES = 20;

    public enum Status {
        COMPLETED("completed"),
        STOPPED("interrupted"),
        /** The load had begun, but a fault of the harness or a SUT ended it early. */
        BROKEN_OFF("interrupted"),
        NOT_STARTED("not-started"),
        /** The harness itself failed unexpectedly. */
        CRASHED("crashed");

        private final String label;

        Status(String label) {
            this.label = label;
        }

        public String label() {
            return label;
        }
    }

    public RunEnd {
        int more = sentences.size() - MAX_SENTENCES;
        sentences = more <= 1
                ? List.copyOf(sentences)
                : Stream.concat(sentences.stream().limit(MAX_SENTENCES), Stream.of("And " + more + " more."))
                        .toList();
    }

    public RunEnd(Status status, List<String> sentences) {
        this(status, sentences, "");
    }

    public String message() {
        return sentences.isEmpty() ? "The run has ended." : String.join(" ", sentences);
    }

    public EventDetails event() {
        return new EventDetails.RunEnded(status.label(), by, status == Status.BROKEN_OFF);
    }
}
