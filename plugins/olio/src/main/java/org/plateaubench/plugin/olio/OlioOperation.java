// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.olio;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.plateaubench.api.Answers;
import org.plateaubench.api.Distribution;
import org.plateaubench.api.Mix;

/** The seven operations, in the order in which the harness numbers them; each is a unit. */
public enum OlioOperation {
    HOME_PAGE("homePage", "the home page: upcoming events and the tag cloud", 0, List.of(0, 11, 52, 36, 0, 1, 0)),
    LOGIN(
            "login",
            "sign in, after signing out if necessary, and open the home page",
            0,
            List.of(0, 0, 60, 20, 0, 0, 20)),
    TAG_SEARCH("tagSearch", "search for the events of a tag", 0, List.of(21, 6, 41, 31, 0, 1, 0)),
    EVENT_DETAIL(
            "eventDetail",
            "open the page of an event, and attend the event in one of ten cases",
            0,
            List.of(72, 21, 0, 0, 6, 1, 0)),
    PERSON_DETAIL("personDetail", "open the page of a person", 0, List.of(52, 6, 0, 31, 11, 0, 0)),
    ADD_PERSON(
            "addPerson",
            "register a person with a picture, after signing out if necessary",
            2,
            List.of(0, 0, 0, 0, 100, 0, 0)),
    ADD_EVENT("addEvent", "announce an event with a picture and a document", 3, List.of(0, 0, 0, 100, 0, 0, 0));

    /** Mean cycle time of every operation, including the shift. */
    private static final Duration MEAN_CYCLE = Duration.ofSeconds(5);
    /** Longest cycle; a longer one is cut to this and not redrawn: five times the mean, Faban's default. */
    private static final Duration MAX_CYCLE = Duration.ofSeconds(25);

    public static final Duration TIMEOUT = Duration.ofSeconds(30);

    private static final OlioOperation[] ALL = values();

    private final String title;
    private final String description;
    private final Duration leastCycle;

    @SuppressWarnings("ImmutableEnumChecker") // Its lists are unmodifiable.
    private final List<Integer> next;

    OlioOperation(String title, String description, int leastCycleSeconds, List<Integer> next) {
        this.title = title;
        this.description = description;
        this.leastCycle = Duration.ofSeconds(leastCycleSeconds);
        this.next = next;
    }

    public String title() {
        return title;
    }

    public String description() {
        return description;
    }

    /**
     * Returns the time from the start of this operation to that of the next: exponential with a mean of 5 s, cut at 25
     * s. A least time shifts the distribution and shortens its mean by as much, so that the total mean stays the same.
     */
    public Distribution cycle() {
        return new Distribution.Exponential(
                MEAN_CYCLE.minus(leastCycle), Duration.ZERO, MAX_CYCLE.minus(leastCycle), leastCycle);
    }

    /** Returns the verified properties of its answers, in addition to the signed-in user of each page. */
    Answers answers() {
        String loaded = " and titles of events that the harness loaded, images";
        Answers read = Answers.read();
        return switch (this) {
            case HOME_PAGE -> read.identity("page" + loaded).check("homeImages").notVerified("tag cloud");
            case LOGIN -> read.identity("name of the user").notVerified("tag cloud");
            case TAG_SEARCH ->
                read.identity("tag, tags" + loaded)
                        .check("tagSearchImages")
                        .check("emptyTagSearches")
                        .notVerified("order of events");
            case EVENT_DETAIL ->
                read.identity("number" + loaded)
                        .version("own attendance")
                        .check("eventImages")
                        .notVerified("description, other attendees, comments");
            case PERSON_DETAIL -> read.identity("name, number, images").notVerified("description, friends");
            case ADD_PERSON -> read.identity("name of the new person").notVerified("other fields");
            case ADD_EVENT -> read.identity("title of the new event").notVerified("other fields");
        };
    }

    public static OlioOperation at(int index) {
        return ALL[index];
    }

    public int index() {
        return Arrays.asList(ALL).indexOf(this);
    }

    /** Returns the probabilities of each next operation, in percent. */
    List<Integer> next() {
        return next;
    }

    /** Returns the matrix shared by all drivers of Olio. A user begins with the home page. */
    static Mix.Matrix mix() {
        return new Mix.Matrix(
                Arrays.stream(ALL).map(OlioOperation::title).toList(),
                Arrays.stream(ALL)
                        .map(from ->
                                from.next.stream().map(Integer::doubleValue).toList())
                        .toList());
    }
}
