// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.olio.model;

/** What users leave on the site; each thing sent is kept, refused, or nobody knows. */
public enum Written {
    PERSON(OlioMeasure.PERSONS_SENT, OlioMeasure.PERSONS_ADDED, OlioMeasure.PERSONS_REFUSED),
    EVENT(OlioMeasure.EVENTS_SENT, OlioMeasure.EVENTS_ADDED, OlioMeasure.EVENTS_REFUSED),
    ATTENDANCE(OlioMeasure.ATTENDANCES_SENT, OlioMeasure.ATTENDANCES, OlioMeasure.ATTENDANCES_REFUSED);

    private final OlioMeasure sent;
    private final OlioMeasure kept;
    private final OlioMeasure refused;

    Written(OlioMeasure sent, OlioMeasure kept, OlioMeasure refused) {
        this.sent = sent;
        this.kept = kept;
        this.refused = refused;
    }

    /** Counted before it is sent. */
    public OlioMeasure sent() {
        return sent;
    }

    /** Counted when an answer says that it is kept. */
    public OlioMeasure kept() {
        return kept;
    }

    /** Counted when it is known not to be kept. */
    public OlioMeasure refused() {
        return refused;
    }
}
