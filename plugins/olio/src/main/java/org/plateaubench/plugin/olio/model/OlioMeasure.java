// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.olio.model;

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
    SIGNED_IN_HOME_PAGES("signedInHomePages", "operations", "homePage by users who are signed in."),
    SIGNED_IN_TAG_SEARCHES("signedInTagSearches", "operations", "tagSearch by users who are signed in."),
    SIGNED_IN_EVENT_DETAILS("signedInEventDetails", "operations", "eventDetail by users who are signed in."),
    SIGNED_IN_PERSON_DETAILS("signedInPersonDetails", "operations", "personDetail by users who are signed in."),
    SIGNED_IN_LOGINS("signedInLogins", "operations", "login by users who are signed in and sign out first."),
    SIGNED_IN_ADD_PERSONS(
            "signedInAddPersons", "operations", "addPerson by users who are signed in and sign out first."),
    SIGNED_IN_ADD_EVENTS("signedInAddEvents", "operations", "addEvent by users who are signed in."),
    SIGNED_OUT_HOME_PAGES("signedOutHomePages", "operations", "homePage by users who are signed out."),
    SIGNED_OUT_LOGINS("signedOutLogins", "operations", "login by users who are signed out."),
    SIGNED_OUT_TAG_SEARCHES("signedOutTagSearches", "operations", "tagSearch by users who are signed out."),
    SIGNED_OUT_EVENT_DETAILS("signedOutEventDetails", "operations", "eventDetail by users who are signed out."),
    SIGNED_OUT_PERSON_DETAILS("signedOutPersonDetails", "operations", "personDetail by users who are signed out."),
    SIGNED_OUT_ADD_PERSONS("signedOutAddPersons", "operations", "addPerson by users who are signed out."),
    SIGNED_OUT_ADD_EVENTS("signedOutAddEvents", "operations", "addEvent by users who are signed out."),
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

    /** Returns the counter of operations of a kind by users who were signed in when it began. */
    public static OlioMeasure signedIn(OlioOperation operation) {
        return switch (operation) {
            case HOME_PAGE -> SIGNED_IN_HOME_PAGES;
            case LOGIN -> SIGNED_IN_LOGINS;
            case TAG_SEARCH -> SIGNED_IN_TAG_SEARCHES;
            case EVENT_DETAIL -> SIGNED_IN_EVENT_DETAILS;
            case PERSON_DETAIL -> SIGNED_IN_PERSON_DETAILS;
            case ADD_PERSON -> SIGNED_IN_ADD_PERSONS;
            case ADD_EVENT -> SIGNED_IN_ADD_EVENTS;
        };
    }

    /** Returns the counter of operations of a kind by users who were signed out when it began. */
    public static OlioMeasure signedOut(OlioOperation operation) {
        return switch (operation) {
            case HOME_PAGE -> SIGNED_OUT_HOME_PAGES;
            case LOGIN -> SIGNED_OUT_LOGINS;
            case TAG_SEARCH -> SIGNED_OUT_TAG_SEARCHES;
            case EVENT_DETAIL -> SIGNED_OUT_EVENT_DETAILS;
            case PERSON_DETAIL -> SIGNED_OUT_PERSON_DETAILS;
            case ADD_PERSON -> SIGNED_OUT_ADD_PERSONS;
            case ADD_EVENT -> SIGNED_OUT_ADD_EVENTS;
        };
    }
}
