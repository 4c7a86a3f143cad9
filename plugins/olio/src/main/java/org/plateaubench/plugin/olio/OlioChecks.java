// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.olio;

import static org.plateaubench.plugin.olio.OlioMeasure.ATTENDABLE;
import static org.plateaubench.plugin.olio.OlioMeasure.ATTENDANCES;
import static org.plateaubench.plugin.olio.OlioMeasure.EMPTY_TAG_SEARCHES;
import static org.plateaubench.plugin.olio.OlioMeasure.EVENTS_ADDED;
import static org.plateaubench.plugin.olio.OlioMeasure.EVENT_DETAILS;
import static org.plateaubench.plugin.olio.OlioMeasure.EVENT_DETAIL_IMAGES;
import static org.plateaubench.plugin.olio.OlioMeasure.HOME_IMAGES_LOADED;
import static org.plateaubench.plugin.olio.OlioMeasure.HOME_IMAGE_BYTES;
import static org.plateaubench.plugin.olio.OlioMeasure.HOME_IMAGE_REFERENCES;
import static org.plateaubench.plugin.olio.OlioMeasure.HOME_PAGES;
import static org.plateaubench.plugin.olio.OlioMeasure.PERSONS_ADDED;
import static org.plateaubench.plugin.olio.OlioMeasure.SESSIONS;
import static org.plateaubench.plugin.olio.OlioMeasure.SIGNED_IN;
import static org.plateaubench.plugin.olio.OlioMeasure.TAG_SEARCHES;
import static org.plateaubench.plugin.olio.OlioMeasure.TAG_SEARCH_IMAGES;

import java.util.List;
import org.plateaubench.api.CheckDefinition;
import org.plateaubench.api.CheckDefinition.Term;
import org.plateaubench.api.MetricDefinition;

/** The checks at the end of every run, as in Olio's drivers. */
public final class OlioChecks {
    /** Number of events on a home page, each with an image. */
    private static final double HOME_EVENTS = 10;

    private static final double HOME_TOLERANCE = 0.5;
    /** Olio requires 3 for PHP, which no site can reach, since only the first home page of a session loads images. */
    private static final double MIN_LOADED = 2.5;

    private static final double MIN_BYTES = 15_000;
    private static final double MIN_ATTENDED_PERCENT = 6;

    /**
     * Half of what a search finds on average, 9.5 or 3.4 events, up to ten; Olio requires 3.6, and in version 0.2 for
     * PHP more than none.
     */
    private static final double MIN_TAG_IMAGES = 4.75;

    private static final double MIN_TAG_IMAGES_UNIFORM = 1.7;
    /** Greatest share of searches without an event; with fresh data it is 1 %, or 47 % for uniform tags. */
    private static final double MAX_EMPTY_PERCENT = 25;

    private static final double MAX_EMPTY_PERCENT_UNIFORM = 70;

    /** Least number of searches for a check: the difference between mean and bound is then 4 sigma. */
    private static final double NEEDED_SEARCHES = 100;

    private static final double MAX_USERS_PER_RATE = 5.25;

    /**
     * Least numbers of home pages, event pages and operations for a check: the difference between its bound and the
     * prediction of the matrix is then 4 sigma, so that a run rarely fails by chance.
     */
    private static final double NEEDED_FOR_IMAGES = 2_414;

    private static final double NEEDED_FOR_BYTES = 3_123;
    private static final double NEEDED_FOR_ATTENDANCE = 1_239;
    private static final double NEEDED_FOR_RATE = 5_517;

    /** Probability that a user attends an event when possible. */
    public static final double ATTENDANCE_PROBABILITY = 0.1;

    private static final List<Term> OPERATIONS = List.of(Term.completed(MetricDefinition.ALL_OPERATIONS));

    private OlioChecks() {}

    static List<CheckDefinition> of(Profile profile) {
        return List.of(
                percent("attendedEvents", "Pages of an event where attendance was added.", ATTENDANCES, EVENT_DETAILS)
                        .atLeast(MIN_ATTENDED_PERCENT)
                        .neededFrom(NEEDED_FOR_ATTENDANCE),
                total("attendableEvents", "Pages of an event that the user could attend.", "pages", ATTENDABLE),
                mean("homeImages", "Images of events that a home page refers to.", HOME_IMAGE_REFERENCES, HOME_PAGES)
                        .atLeast(HOME_EVENTS - HOME_TOLERANCE)
                        .atMost(HOME_EVENTS + HOME_TOLERANCE),
                mean(
                                "homeImagesLoaded",
                                "Images loaded for a home page, since the session had not seen them.",
                                HOME_IMAGES_LOADED,
                                HOME_PAGES)
                        .atLeast(MIN_LOADED)
                        .neededFrom(NEEDED_FOR_IMAGES),
                ratio(
                                "homeImageBytes",
                                "Bytes of images loaded for a home page.",
                                "bytes",
                                HOME_IMAGE_BYTES,
                                HOME_PAGES)
                        .atLeast(MIN_BYTES)
                        .neededFrom(NEEDED_FOR_BYTES),
                mean(
                                "tagSearchImages",
                                "Images of events that the answer to a search refers to.",
                                TAG_SEARCH_IMAGES,
                                TAG_SEARCHES)
                        .atLeast(profile.searchesUniformly() ? MIN_TAG_IMAGES_UNIFORM : MIN_TAG_IMAGES)
                        .neededFrom(NEEDED_SEARCHES),
                percent("emptyTagSearches", "Searches that found no event.", EMPTY_TAG_SEARCHES, TAG_SEARCHES)
                        .atMost(profile.searchesUniformly() ? MAX_EMPTY_PERCENT_UNIFORM : MAX_EMPTY_PERCENT)
                        .neededFrom(NEEDED_SEARCHES),
                mean(
                                "eventImages",
                                "Images of events that a page of an event refers to.",
                                EVENT_DETAIL_IMAGES,
                                EVENT_DETAILS)
                        .atLeast(1),
                total("eventsAdded", "Events announced.", "events", EVENTS_ADDED),
                total("personsAdded", "Persons registered.", "persons", PERSONS_ADDED),
                CheckDefinition.percent(
                        "signedInOperations", "Operations of signed-in users.", terms(SIGNED_IN), OPERATIONS),
                CheckDefinition.ratio(
                        "operationsPerSession", "Operations of a session.", "", OPERATIONS, terms(SESSIONS)),
                CheckDefinition.ratio(
                                "usersPerRate",
                                "Users for each operation per second.",
                                "s",
                                List.of(Term.userSeconds()),
                                OPERATIONS)
                        .atMost(MAX_USERS_PER_RATE)
                        .neededFrom(NEEDED_FOR_RATE));
    }

    private static CheckDefinition total(String name, String description, String unit, OlioMeasure counted) {
        return CheckDefinition.total(name, description, unit, terms(counted));
    }

    private static CheckDefinition mean(String name, String description, OlioMeasure images, OlioMeasure pages) {
        return ratio(name, description, "images", images, pages);
    }

    private static CheckDefinition ratio(
            String name, String description, String unit, OlioMeasure numerator, OlioMeasure denominator) {
        return CheckDefinition.ratio(name, description, unit, terms(numerator), terms(denominator));
    }

    private static CheckDefinition percent(
            String name, String description, OlioMeasure numerator, OlioMeasure denominator) {
        return CheckDefinition.percent(name, description, terms(numerator), terms(denominator));
    }

    private static List<Term> terms(OlioMeasure measure) {
        return List.of(Term.counter(measure.title()));
    }
}
