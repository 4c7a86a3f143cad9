// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio.store;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Queries for people. */
final class PersonQueries {
    private static final String PERSON = "SELECT p.id, p.user_name, p.first_name, p.last_name, p.email, p.telephone,"
            + " p.summary, p.time_zone, " + Rows.ADDRESS_COLUMNS
            + " FROM olio_person p JOIN olio_address a ON a.id = p.address_id WHERE p.user_name = ?";
    private static final String ID = "SELECT id FROM olio_person WHERE user_name = ?";
    private static final String SIGN_IN = "SELECT id, user_name, password FROM olio_person WHERE user_name = ?";
    private static final String POSTED = "SELECT " + Rows.SUMMARY_COLUMNS
            + " FROM olio_event e WHERE e.submitter_id = ? ORDER BY e.created_at DESC, e.id DESC LIMIT ?";
    private static final String ASKED = "SELECT p.id, p.user_name, f.accepted FROM olio_friendship f"
            + " JOIN olio_person p ON p.id = f.friend_id WHERE f.person_id = ?";
    private static final String ASKED_BY = "SELECT p.id, p.user_name, f.accepted FROM olio_friendship f"
            + " JOIN olio_person p ON p.id = f.person_id WHERE f.friend_id = ?";

    private PersonQueries() {}

    private record Bond(PersonLink other, boolean accepted) {}

    private record Login(PersonLink link, String digest) {}

    static Optional<Integer> id(Connection connection, String userName) throws SQLException {
        return Rows.first(connection, ID, row -> row.getInt(1), userName);
    }

    static Optional<PersonLink> signIn(Connection connection, String userName, String password) throws SQLException {
        return Rows.first(connection, SIGN_IN, row -> new Login(Rows.link(row), row.getString(3)), userName)
                .filter(login -> PasswordDigest.matches(login.digest(), userName, password))
                .map(Login::link);
    }

    static Optional<PersonDetail> profile(Connection connection, String userName) throws SQLException {
        Optional<Person> found = Rows.first(
                connection,
                PERSON,
                row -> new Person(
                        Rows.link(row),
                        row.getString(3),
                        row.getString(4),
                        row.getString(5),
                        row.getString(6),
                        row.getString(7),
                        row.getString(8),
                        Rows.address(row, 9)),
                userName);
        if (found.isEmpty()) {
            return Optional.empty();
        }
        Person person = found.get();
        int id = person.link().id();
        List<Bond> asked = bonds(connection, ASKED, id);
        List<Bond> askedBy = bonds(connection, ASKED_BY, id);
        List<Bond> all = new ArrayList<>(asked);
        all.addAll(askedBy);
        return Optional.of(new PersonDetail(
                person,
                Rows.list(connection, POSTED, Rows::summary, id, Listing.PAGE_EVENTS),
                links(all, true),
                links(askedBy, false),
                links(asked, false)));
    }

    private static List<Bond> bonds(Connection connection, String query, int id) throws SQLException {
        return Rows.list(connection, query, row -> new Bond(Rows.link(row), row.getInt(3) == 1), id);
    }

    /** Returns the links; two persons may have asked each other. */
    private static List<PersonLink> links(List<Bond> bonds, boolean accepted) {
        return bonds.stream()
                .filter(bond -> bond.accepted() == accepted)
                .map(Bond::other)
                .distinct()
                .sorted(Comparator.comparing(PersonLink::userName))
                .toList();
    }
}
