// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.olio.model;

import java.util.List;
import org.plateaubench.api.QosLimit;

/** A set of limits and habits under a name, so that results of one profile can be laid beside each other. */
public enum Profile {
    /** Olio 0.2 on Faban: its limits, its browser, its uniform search, and answers checked as loosely as it does. */
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
    /** The same with the limits of the study of 2015. */
    CLOUDSTONE_2015(false, TagSearch.UNIFORM, 1, false) {
        @Override
        String limit(OlioOperation operation) {
            return "p90 <= " + studyLimit(operation);
        }
    },
    /**
     * Every answer checked, six connections as a browser has them, searches for the tags that events bear, and users who
     * come in the middle of a session, so that no minutes pass until as many are signed in as the matrix has it.
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

    /** Limits of an operation that a run file may replace. */
    public List<QosLimit> limits(OlioOperation operation) {
        return List.of(QosLimit.parse(limit(operation)));
    }

    /** Whether every answer is checked for what it must hold, instead of what Faban's drivers look at. */
    public boolean isStrict() {
        return strict;
    }

    /** How the tag of a search is chosen; never {@link TagSearch#BY_PROFILE}. */
    public TagSearch tagSearch() {
        return tagSearch;
    }

    /** Whether users come in the middle of a session instead of signed out. */
    public boolean beginsAmidSessions() {
        return amidSessions;
    }

    /** Connections over which a page's files are fetched; 1 is one after the other. */
    public int connections() {
        return connections;
    }
}
