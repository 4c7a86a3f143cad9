// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio.page;

import java.util.List;
import java.util.Locale;
import org.plateaubench.olio.model.Address;
import org.plateaubench.olio.model.Comment;
import org.plateaubench.olio.model.EventSummary;
import org.plateaubench.olio.model.PersonLink;
import org.plateaubench.olio.model.Tag;
import org.plateaubench.plugin.olio.data.media.MediaKind;

/** The views of records for templates. */
final class Views {
    private static final int CLOUD_SIZES = 5;
    private static final int STARS = 5;

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

    record EventCard(String href, String title, String summary, String day, String moment, String thumbnail) {
        static EventCard of(EventSummary event) {
            return new EventCard(
                    Paths.event(event.id()),
                    event.title(),
                    event.summary(),
                    PageDates.day(event.startsAt()),
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
                    PageDates.day(comment.createdAt()),
                    comment.createdAt().toString());
        }
    }
}
