// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio.store;

import java.util.List;
import java.util.Locale;
import org.plateaubench.olio.store.EventDetail.EventSummary;
import org.plateaubench.plugin.olio.data.MediaKind;

/**
 * The content of a person's page. Templates use the methods of the records.
 *
 * @param posted the last events posted, newest first, at most ten
 * @param friends friends, whichever side asked, by name
 * @param incoming people who wait for this person's answer, by name
 * @param outgoing people whose answer this person waits for, by name
 */
public record PersonDetail(
        Person person,
        List<EventSummary> posted,
        List<PersonLink> friends,
        List<PersonLink> incoming,
        List<PersonLink> outgoing) {
    /** Returns the relation of a viewer to this person, as the template names it. */
    public String relation(PersonLink viewer) {
        if (friends.contains(viewer)) {
            return "isFriend";
        }
        if (incoming.contains(viewer)) {
            return "hasAsked";
        }
        return outgoing.contains(viewer) ? "isAsked" : "isStranger";
    }

    /**
     * A registered user.
     *
     * @param link number and name
     * @param timeZone name of a zone
     */
    public record Person(
            PersonLink link,
            String firstName,
            String lastName,
            String email,
            String telephone,
            String summary,
            String timeZone,
            Address address) {}

    /**
     * A person in lists.
     *
     * @param id number of the row and of the picture
     * @param userName unique name
     */
    public record PersonLink(int id, String userName) {
        /** Returns the path of a person's page. Names need no encoding. */
        public static String path(String userName) {
            return "/people/" + userName;
        }

        public String href() {
            return path(userName);
        }

        String thumbnail() {
            return MediaKind.PERSON_THUMBNAIL.path(id);
        }

        String picture() {
            return MediaKind.PERSON_PICTURE.path(id);
        }
    }

    /**
     * A place on earth.
     *
     * @param latitude degrees north, -90 to 90
     * @param longitude degrees east, -180 to 180
     */
    public record Coordinates(double latitude, double longitude) {
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

    /**
     * The address of a person or an event.
     *
     * @param street2 may be empty
     */
    public record Address(
            String street1,
            String street2,
            String city,
            String state,
            String zip,
            String country,
            Coordinates coordinates) {}
}
