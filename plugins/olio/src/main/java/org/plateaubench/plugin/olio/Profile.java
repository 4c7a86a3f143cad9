// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.olio;

import java.util.List;
import org.plateaubench.api.QosLimit;

/** A named set of limits and behaviour, so that results of one profile can be compared. */
public enum Profile {
    /** Olio 0.2 on Faban: its limits, its browser and its uniform search. */
    FABAN_2015,
    /** The same, with the limits of the study of 2015. */
    CLOUDSTONE_2015,
    /**
     * Six connections as in a browser, searches for the tags of events, and users who begin within a session, so that
     * the number of signed-in users is that of the matrix from the start.
     */
    MODERN;

    /** Returns the limits of an operation, which a run file may replace. */
    List<QosLimit> limits(OlioOperation operation) {
        return List.of(QosLimit.parse(
                switch (this) {
                    case FABAN_2015 -> "p90 <= " + fabanLimit(operation);
                    case CLOUDSTONE_2015 -> "p90 <= " + studyLimit(operation);
                    case MODERN -> "p95 <= " + studyLimit(operation);
                }));
    }

    private static String fabanLimit(OlioOperation operation) {
        return switch (operation) {
            case HOME_PAGE, LOGIN -> "1s";
            case TAG_SEARCH, EVENT_DETAIL, PERSON_DETAIL -> "2s";
            case ADD_PERSON -> "3s";
            case ADD_EVENT -> "4s";
        };
    }

    private static String studyLimit(OlioOperation operation) {
        return switch (operation) {
            case HOME_PAGE, LOGIN, TAG_SEARCH, EVENT_DETAIL -> "250ms";
            case PERSON_DETAIL, ADD_PERSON, ADD_EVENT -> "500ms";
        };
    }

    /** Returns whether users begin within a session instead of signed out. */
    boolean beginsWithinSessions() {
        return this == MODERN;
    }

    /**
     * Returns whether every tag is searched for with equal probability, as in the drivers of 2012, so that nearly half
     * of the searches find nothing, instead of with the distribution of the tags of events, as in Olio's description.
     */
    boolean searchesUniformly() {
        return this != MODERN;
    }

    /** Returns the connections over which a page's files are fetched; with 1, one file after the other. */
    int connections() {
        return this == MODERN ? 6 : 1;
    }
}
