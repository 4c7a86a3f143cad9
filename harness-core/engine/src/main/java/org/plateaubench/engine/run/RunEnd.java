// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.run;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * How a run ended.
 *
 * @param status how
 * @param sentences why it was not completed, for a person; empty when it was, and of many the first
 * @param by who asked it to end, empty when nobody did or nobody knows
 */
public record RunEnd(Status status, List<String> sentences, String by) {
    /** Key of a detail of the last event: who asked the run to end. */
    public static final String BY = "by";

    /** Key of a detail of the last event: whether a fault, and nobody's wish, ended the run. */
    public static final String FAULT = "fault";

    /** Most of the sentences that are told at the end. */
    private static final int MOST_SENTENCES = 20;

    /** How a run ended. */
    public enum Status {
        COMPLETED("completed"),
        /** Somebody asked it to end early. */
        STOPPED("interrupted"),
        /** Its load had begun, and the harness or a SUT could not carry it to its end. */
        BROKEN_OFF("interrupted"),
        /** It could not begin its load. */
        NOT_STARTED("not-started"),
        /** The harness itself failed in a way nobody foresaw. */
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

    /** An end that nobody asked for. */
    public RunEnd(Status status, List<String> sentences) {
        this(status, sentences, "");
    }

    /** All that is told of it, in one line. */
    public String message() {
        return sentences.isEmpty() ? "The run has ended." : String.join(" ", sentences);
    }

    /** Details of the last event of a run. */
    Map<String, Object> details() {
        Map<String, Object> details = new LinkedHashMap<>();
        details.put("status", status.label());
        if (!by.isEmpty()) {
            details.put(BY, by);
        }
        if (status == Status.BROKEN_OFF) {
            details.put(FAULT, true);
        }
        return details;
    }
}
