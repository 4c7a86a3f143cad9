// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.olio.model;

/** The writes of users; each is confirmed, refused, or of unknown fate. */
public enum UserWrite {
    PERSON(OlioMeasure.PERSONS_SENT, OlioMeasure.PERSONS_ADDED, OlioMeasure.PERSONS_REFUSED),
    EVENT(OlioMeasure.EVENTS_SENT, OlioMeasure.EVENTS_ADDED, OlioMeasure.EVENTS_REFUSED),
    ATTENDANCE(OlioMeasure.ATTENDANCES_SENT, OlioMeasure.ATTENDANCES, OlioMeasure.ATTENDANCES_REFUSED);

    private final OlioMeasure sent;
    private final OlioMeasure kept;
    private final OlioMeasure refused;

    UserWrite(OlioMeasure sent, OlioMeasure kept, OlioMeasure refused) {
        this.sent = sent;
        this.kept = kept;
        this.refused = refused;
    }

    /** Returns the counter of writes before they are sent. */
    public OlioMeasure sent() {
        return sent;
    }

    /** Returns the counter of writes that an answer confirms. */
    public OlioMeasure kept() {
        return kept;
    }

    /** Returns the counter of writes known to be refused. */
    public OlioMeasure refused() {
        return refused;
    }
}
