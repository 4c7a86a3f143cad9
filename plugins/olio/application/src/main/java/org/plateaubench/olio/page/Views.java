// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio.page;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import org.plateaubench.olio.store.Address;
import org.plateaubench.olio.store.EventDetail.Comment;
import org.plateaubench.olio.store.EventSummary;
import org.plateaubench.olio.store.PersonDetail;
import org.plateaubench.olio.store.PersonLink;
import org.plateaubench.olio.store.Tag;
import org.plateaubench.plugin.olio.data.media.MediaKind;

/** What templates show of records: cards, links, dates and times. */
final class Views {
    private static final int CLOUD_SIZES = 5;
    private static final int STARS = 5;

    private static final DateTimeFormatter DAY = DateTimeFormatter.ofPattern("EEE d MMM uuuu", Locale.ENGLISH);
    private static final DateTimeFormatter DAY_AND_TIME =
            DateTimeFormatter.ofPattern("EEEE d MMMM uuuu, HH:mm", Locale.ENGLISH);

    private Views() {}

    static List<EventCard> cards(List<EventSummary> events) {
        return events.stream().map(EventCard::of).toList();
    }

    static List<PersonCard> people(List<PersonLink> people) {
        return people.stream().map(PersonCard::of).toList();
    }

    static List<CommentView> comments(List<Comment> comments) {
        return comments.stream().map(CommentView::of).toList();
    }

    static List<TagLink> tags(List<String> names) {
        return names.stream()
                .map(name -> new TagLink(name, Paths.tag(name), 1, 0))
                .toList();
    }

    /**
     * Returns the tag cloud: the more a tag is used, the larger, on a logarithmic scale, since use falls off
     * exponentially.
     */
    static List<TagLink> cloud(List<Tag> tags) {
        int most = tags.stream().mapToInt(Tag::uses).max().orElse(1);
        int least = tags.stream().mapToInt(Tag::uses).min().orElse(1);
        double range = Math.max(1e-9, Math.log(Math.max(1, most)) - Math.log(Math.max(1, least)));
        return tags.stream()
                .map(tag -> {
                    double above = Math.log(Math.max(1, tag.uses())) - Math.log(Math.max(1, least));
                    int size = 1 + (int) Math.round(above / range * (CLOUD_SIZES - 1));
                    return new TagLink(tag.name(), Paths.tag(tag.name()), size, tag.uses());
                })
                .toList();
    }

    static String stars(int rating) {
        int full = Math.clamp(rating, 0, STARS);
        return "★".repeat(full) + "☆".repeat(STARS - full);
    }

    static String average(int total, int votes) {
        return votes == 0 ? "" : String.format(Locale.ROOT, "%.1f", total / (double) votes);
    }

    static String count(int number, String one, String several) {
        return number + " " + (number == 1 ? one : several);
    }

    static String coordinates(Address address) {
        return String.format(
                Locale.ROOT,
                "%.4f° %s, %.4f° %s",
                Math.abs(address.latitude()),
                address.latitude() < 0 ? "S" : "N",
                Math.abs(address.longitude()),
                address.longitude() < 0 ? "W" : "E");
    }

    /** Returns the day for lists, which ignore the zone of each event. */
    static String day(Instant moment) {
        return DAY.format(moment.atOffset(ZoneOffset.UTC));
    }

    static String dayAndTime(Instant moment, String zone) {
        return DAY_AND_TIME.format(moment.atZone(zone(zone)));
    }

    /** Returns a zone; one unknown to this JDK becomes UTC. */
    private static ZoneId zone(String name) {
        try {
            return ZoneId.of(name);
        } catch (DateTimeException e) {
            return ZoneOffset.UTC;
        }
    }

    record EventCard(String href, String title, String summary, String day, String moment, String thumbnail) {
        static EventCard of(EventSummary event) {
            return new EventCard(
                    Paths.event(event.id()),
                    event.title(),
                    event.summary(),
                    Views.day(event.startsAt()),
                    event.startsAt().toString(),
                    MediaKind.EVENT_THUMBNAIL.path(event.id()));
        }
    }

    record PersonCard(String href, String userName, String thumbnail) {
        static PersonCard of(PersonLink person) {
            return new PersonCard(
                    Paths.person(person.userName()), person.userName(), MediaKind.PERSON_THUMBNAIL.path(person.id()));
        }
    }

    record TagLink(String name, String href, int size, int uses) {}

    record CommentView(String href, String author, String text, String stars, int rating, String day, String moment) {
        static CommentView of(Comment comment) {
            return new CommentView(
                    Paths.person(comment.author().userName()),
                    comment.author().userName(),
                    comment.text(),
                    Views.stars(comment.rating()),
                    comment.rating(),
                    Views.day(comment.createdAt()),
                    comment.createdAt().toString());
        }
    }

    /** The relation of the viewer to the viewed person; exactly one is true, or none for an anonymous viewer. */
    record Relation(boolean friends, boolean asked, boolean askedBy, boolean strangers) {
        static Relation of(PersonDetail profile, Viewer viewer) {
            if (!viewer.isSignedIn()) {
                return new Relation(false, false, false, false);
            }
            boolean friends = holds(profile.friends(), viewer);
            boolean asked = !friends && holds(profile.incoming(), viewer);
            boolean askedBy = !friends && !asked && holds(profile.outgoing(), viewer);
            return new Relation(friends, asked, askedBy, !friends && !asked && !askedBy);
        }

        private static boolean holds(List<PersonLink> people, Viewer viewer) {
            return people.stream().anyMatch(person -> person.id() == viewer.id());
        }
    }
}
