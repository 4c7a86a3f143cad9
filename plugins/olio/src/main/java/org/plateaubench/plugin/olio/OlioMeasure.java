// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.olio;

import org.plateaubench.api.MeasureDefinition;

/** The counters in addition to the operations and their traffic. */
public enum OlioMeasure {
    HOME_PAGES("homePages", "pages", "Home pages shown by homePage."),
    HOME_IMAGE_REFERENCES("homeImageReferences", "images", "Images of data that home pages refer to."),
    HOME_IMAGES_LOADED(
            "homeImagesLoaded",
            "images",
            "Images of home pages that were loaded, since the browser had not seen them."),
    HOME_IMAGE_BYTES("homeImageBytes", "bytes", "Bytes of the images that were loaded for home pages."),
    TAG_SEARCHES("tagSearches", "searches", "Searches answered."),
    TAG_SEARCH_IMAGES("tagSearchImages", "images", "Images of data that answers to searches refer to."),
    EMPTY_TAG_SEARCHES("emptyTagSearches", "searches", "Searches that found no event."),
    EVENT_DETAILS("eventDetails", "pages", "Pages of an event shown."),
    EVENT_DETAIL_IMAGES("eventDetailImages", "images", "Images of data that pages of an event refer to."),
    ATTENDABLE("attendable", "pages", "Pages of an event that the user was not attending and could attend."),
    SESSIONS("sessions", "sessions", "Sessions ended by signing out."),
    SIGNED_IN("signedIn", "operations", "Operations begun by users who are signed in."),
    PERSONS_SENT("personsSent", "persons", "Registrations sent, whatever their outcome."),
    PERSONS_ADDED("personsAdded", "persons", "Registrations that the site confirmed."),
    PERSONS_REFUSED("personsRefused", "persons", "Registrations that the site refused or never received."),
    EVENTS_SENT("eventsSent", "events", "Events sent, whatever their outcome."),
    EVENTS_ADDED("eventsAdded", "events", "Events that the site confirmed."),
    EVENTS_REFUSED("eventsRefused", "events", "Events that the site refused or never received."),
    ATTENDANCES_SENT("attendancesSent", "attendances", "Attendances sent, whatever their outcome."),
    ATTENDANCES("attendances", "attendances", "Attendances that the site confirmed."),
    ATTENDANCES_REFUSED("attendancesRefused", "attendances", "Attendances that the site never received.");

    @SuppressWarnings("ImmutableEnumChecker") // The definition cannot be changed.
    private final MeasureDefinition definition;

    OlioMeasure(String title, String unit, String description) {
        definition = MeasureDefinition.counter(title, unit, description);
    }

    public String title() {
        return definition.name();
    }

    public MeasureDefinition definition() {
        return definition;
    }

    /** The writes of users; each is confirmed, refused, or has an unknown result. */
    public enum UserWrite {
        PERSON(OlioMeasure.PERSONS_SENT, OlioMeasure.PERSONS_ADDED, OlioMeasure.PERSONS_REFUSED),
        EVENT(OlioMeasure.EVENTS_SENT, OlioMeasure.EVENTS_ADDED, OlioMeasure.EVENTS_REFUSED),
        ATTENDANCE(OlioMeasure.ATTENDANCES_SENT, OlioMeasure.ATTENDANCES, OlioMeasure.ATTENDANCES_REFUSED);

        final OlioMeasure sent;
        final OlioMeasure confirmed;
        final OlioMeasure refused;

        UserWrite(OlioMeasure sent, OlioMeasure confirmed, OlioMeasure refused) {
            this.sent = sent;
            this.confirmed = confirmed;
            this.refused = refused;
        }
    }
}
