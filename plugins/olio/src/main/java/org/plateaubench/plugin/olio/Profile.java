// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.olio;

import java.util.List;
import org.plateaubench.api.QosLimit;

/** A named set of limits and behaviour, so that results of one profile can be compared. */
public enum Profile {
    /** Olio 0.2 on Faban: its limits, its browser, its uniform search, and its loose checks of answers. */
    FABAN_2015(false, TagSearch.UNIFORM, 1, false) {
        @Override
        String limit(OlioOperation operation) {
            return switch (operation) {
                case HOME_PAGE, LOGIN -> "p90 <= 1s";
                case TAG_SEARCH, EVENT_DETAIL, PERSON_DETAIL -> "p90 <= 2s";
                case ADD_PERSON -> "p90 <= 3s";
                case ADD_EVENT -> "p90 <= 4s";
            };
        }
    },
    /** The same, with the limits of the study of 2015. */
    CLOUDSTONE_2015(false, TagSearch.UNIFORM, 1, false) {
        @Override
        String limit(OlioOperation operation) {
            return "p90 <= " + studyLimit(operation);
        }
    },
    /**
     * Every answer is checked, six connections as in a browser, searches for the tags of events, and users who begin
     * within a session, so that the number of signed-in users is that of the matrix from the start.
     */
    MODERN(true, TagSearch.EXPONENTIAL, 6, true) {
        @Override
        String limit(OlioOperation operation) {
            return "p95 <= " + studyLimit(operation);
        }
    };

    private final boolean strict;
    private final TagSearch tagSearch;
    private final int connections;
    private final boolean amidSessions;

    Profile(boolean strict, TagSearch tagSearch, int connections, boolean amidSessions) {
        this.strict = strict;
        this.tagSearch = tagSearch;
        this.connections = connections;
        this.amidSessions = amidSessions;
    }

    abstract String limit(OlioOperation operation);

    private static String studyLimit(OlioOperation operation) {
        return switch (operation) {
            case HOME_PAGE, LOGIN, TAG_SEARCH, EVENT_DETAIL -> "250ms";
            case PERSON_DETAIL, ADD_PERSON, ADD_EVENT -> "500ms";
        };
    }

    /** Returns the limits of an operation, which a run file may replace. */
    public List<QosLimit> limits(OlioOperation operation) {
        return List.of(QosLimit.parse(limit(operation)));
    }

    /** Returns whether every answer is checked for its content, instead of only what Faban's drivers check. */
    public boolean isStrict() {
        return strict;
    }

    public TagSearch tagSearch() {
        return tagSearch;
    }

    /** Returns whether users begin within a session instead of signed out. */
    public boolean beginsAmidSessions() {
        return amidSessions;
    }

    /** Returns the connections over which a page's files are fetched; with 1, one file after the other. */
    public int connections() {
        return connections;
    }

    /** How the tag of a search is chosen. */
    public enum TagSearch {
        /** Every tag with equal probability, as in the drivers of 2012: nearly half of the searches find nothing. */
        UNIFORM,
        /** Tags by the distribution of those of events, as in Olio's description. */
        EXPONENTIAL
    }
}
