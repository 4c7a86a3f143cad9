// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.run.event;

import java.util.List;
import java.util.stream.Stream;

/**
 * The end of a run.
 *
 * @param status kind of end
 * @param sentences why it was not completed, for a person; empty when it was; of many, the first ones
 * @param by the user or signal that asked it to end, empty for none or when not known
 */
public record RunEnd(Status status, List<String> sentences, String by) {
    /** Greatest number of sentences that are kept. */
    private static final int MOST_SENTENCES = 20;

    /** The kinds of end. */
    public enum Status {
        COMPLETED("completed"),
        /** It was asked to end early. */
        STOPPED("interrupted"),
        /** Its load had begun, and the harness or a SUT could not carry it to its end. */
        BROKEN_OFF("interrupted"),
        /** It could not begin its load. */
        NOT_STARTED("not-started"),
        /** The harness itself failed in an unforeseen manner. */
        CRASHED("crashed");

        private final String label;

        Status(String label) {
            this.label = label;
        }

        /** The word in files. */
        public String label() {
            return label;
        }
    }

    public RunEnd {
        int more = sentences.size() - MOST_SENTENCES;
        sentences = more <= 1
                ? List.copyOf(sentences)
                : Stream.concat(sentences.stream().limit(MOST_SENTENCES), Stream.of("And " + more + " more."))
                        .toList();
    }

    /** An end without a request. */
    public RunEnd(Status status, List<String> sentences) {
        this(status, sentences, "");
    }

    /** All its sentences, in one line. */
    public String message() {
        return sentences.isEmpty() ? "The run has ended." : String.join(" ", sentences);
    }

    /** The last event of a run. */
    public EventDetails event() {
        return new EventDetails.RunEnded(status.label(), by, status == Status.BROKEN_OFF);
    }
}
