// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import org.plateaubench.olio.EventDetail.Coordinates;
import org.plateaubench.olio.EventDetail.EventSummary;
import org.plateaubench.olio.EventDetail.PersonLink;
import org.plateaubench.plugin.olio.data.MediaKind;

/** The content of an event's page. Templates use the methods of the records. */
record EventDetail(SocialEvent event, List<PersonLink> attendees, List<Tag> tags, List<Comment> comments) {
    private static final int STARS = 5;
    private static final DateTimeFormatter DAY = DateTimeFormatter.ofPattern("EEE d MMM uuuu", Locale.ENGLISH);
    private static final DateTimeFormatter DAY_AND_TIME =
            DateTimeFormatter.ofPattern("EEEE d MMMM uuuu, HH:mm", Locale.ENGLISH);

    String attendeeCount() {
        return count(attendees, "person is going", "people are going");
    }

    String commentCount() {
        return count(comments, "comment", "comments");
    }

    static String count(List<?> items, String singular, String plural) {
        return items.size() + " " + (items.size() == 1 ? singular : plural);
    }

    /** Returns the day for lists, which ignore the zone of each event. */
    private static String day(Instant moment) {
        return DAY.format(moment.atOffset(ZoneOffset.UTC));
    }

    /** An event; the score is the sum of the ratings, and the votes are the number of ratings. */
    record SocialEvent(
            EventSummary head,
            String description,
            PersonLink submitter,
            Address address,
            int scoreTotal,
            int votes,
            String telephone,
            String timeZone,
            Instant createdAt) {
        String when() {
            return DAY_AND_TIME.format(head.startsAt.atZone(ZoneId.of(timeZone)));
        }

        /** Returns the mean rating; empty without one. */
        String average() {
            return votes == 0 ? "" : String.format(Locale.ROOT, "%.1f", scoreTotal / (double) votes);
        }
    }

    record Comment(int id, PersonLink author, String text, int rating, Instant createdAt) {
        String day() {
            return EventDetail.day(createdAt);
        }

        String stars() {
            return "★".repeat(rating) + "☆".repeat(STARS - rating);
        }
    }

    /** An event in lists. */
    record EventSummary(int id, String title, String summary, Instant startsAt) {
        static String path(int id) {
            return "/events/" + id;
        }

        String href() {
            return path(id);
        }

        String day() {
            return EventDetail.day(startsAt);
        }

        String thumbnail() {
            return MediaKind.EVENT_THUMBNAIL.path(id);
        }

        String picture() {
            return MediaKind.EVENT_PICTURE.path(id);
        }

        String document() {
            return MediaKind.EVENT_DOCUMENT.path(id);
        }
    }

    /** A tag; the size is that in the tag cloud, 1 to 5. */
    record Tag(String name, int uses, int size) {
        static String path(String name) {
            return "/tags/" + URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20");
        }

        String href() {
            return path(name);
        }
    }

    /** One page of a list. */
    record Listing(List<EventSummary> events, boolean more) {
        static final int PAGE_EVENTS = 10;

        /** Returns the page; an additional event shows that there is a next one. */
        static Listing of(List<EventSummary> found) {
            boolean hasMore = found.size() > PAGE_EVENTS;
            return new Listing(hasMore ? found.subList(0, PAGE_EVENTS) : found, hasMore);
        }
    }

    /** A person in lists. */
    record PersonLink(int id, String userName) {
        /** Names need no encoding. */
        static String path(String userName) {
            return "/people/" + userName;
        }

        String href() {
            return path(userName);
        }

        String thumbnail() {
            return MediaKind.PERSON_THUMBNAIL.path(id);
        }

        String picture() {
            return MediaKind.PERSON_PICTURE.path(id);
        }
    }

    /** Degrees north and east. */
    record Coordinates(double latitude, double longitude) {
        @Override
        public String toString() {
            return String.format(
                    Locale.ROOT,
                    "%.4f° %s, %.4f° %s",
                    Math.abs(latitude),
                    latitude < 0 ? "S" : "N",
                    Math.abs(longitude),
                    longitude < 0 ? "W" : "E");
        }
    }

    record Address(
            String street1,
            String street2,
            String city,
            String state,
            String zip,
            String country,
            Coordinates coordinates) {}
}
