// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.olio.data;

import java.time.LocalDate;
import java.time.LocalDateTime;
import org.plateaubench.plugin.olio.data.PersonForm.AddressForm;
import org.plateaubench.plugin.olio.data.PersonForm.EventForm;

/**
 * The content of rows and forms: a pure function of the data seed and the number of the row, for loaded and added rows.
 * Lengths are those of Olio's drivers and loaders. Immutable.
 */
public final class Texts {
    private static final int DAYS_AHEAD = 540;
    private static final int OPENING_HOUR = 7;
    private static final int CLOSING_HOUR = 21;
    private static final int QUARTER_MINUTES = 15;

    /** Latitude of the polar circles, which no address exceeds. */
    private static final double MAX_LATITUDE = 66.56;

    private static final double MAX_LONGITUDE = 180;

    private static final String CONSONANTS = "bcdfghklmnprstvz";
    private static final String VOWELS = "aeiou";

    private static final String[] STATES =
            ("AL AK AZ AR CA CO CT DE FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC"
                            + " ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY")
                    .split(" ");
    private static final String[] COUNTRIES =
            ("Argentina,Australia,Brazil,Canada,Chile,Denmark,Egypt,Finland,France,Germany,Ghana,Greece,India,"
                            + "Indonesia,Ireland,Italy,Japan,Kenya,Mexico,Morocco,Netherlands,Norway,Peru,Poland,"
                            + "Portugal,Spain,Sweden,Turkey,Vietnam")
                    .split(",");
    private static final String[] ZONES =
            ("America/Chicago America/Denver America/Los_Angeles America/New_York America/Sao_Paulo Asia/Kolkata"
                            + " Asia/Shanghai Asia/Tokyo Australia/Sydney Europe/Berlin Europe/London Europe/Madrid")
                    .split(" ");
    private static final String[] ROADS = {"Street", "Road", "Lane", "Avenue", "Way", "Square"};

    private final long seed;

    public Texts(long dataSeed) {
        this.seed = dataSeed;
    }

    public PersonForm person(int user) {
        KeyedDraws draws = KeyedDraws.of(seed, "person", user);
        String userName = Names.userName(user);
        return new PersonForm(
                userName,
                Names.password(user),
                word(draws, draws.between(2, 12)),
                word(draws, draws.between(5, 15)),
                userName + "@example.org",
                telephone(draws),
                Prose.text(draws, draws.between(250, 2_500)),
                draws.oneOf(ZONES),
                address(draws));
    }

    /** Returns an event that a user fills in on the given day. */
    public EventForm event(int event, LocalDate today) {
        KeyedDraws draws = KeyedDraws.of(seed, "event", event);
        return new EventForm(
                Prose.title(draws, draws.between(15, 20)),
                Prose.text(draws, draws.between(50, 90)),
                Prose.text(draws, draws.between(50, 495)),
                telephone(draws),
                draws.oneOf(ZONES),
                time(draws, today.plusDays(draws.between(0, DAYS_AHEAD))),
                address(draws));
    }

    /** Returns when a loaded event was posted: at most 540 days before the given day. */
    public LocalDateTime createdAt(int event, LocalDate today) {
        KeyedDraws draws = KeyedDraws.of(seed, "event creation", event);
        return time(draws, today.minusDays(draws.between(1, DAYS_AHEAD)));
    }

    /** Returns a comment, 10 to 1,000 characters; {@code place} is its index, from 0. */
    public String comment(int event, int place) {
        KeyedDraws draws = KeyedDraws.of(seed, "comment " + place, event);
        return Prose.text(draws, draws.between(10, 1_000));
    }

    /** Returns the degrees north of a loaded user's address. */
    public double latitude(int user) {
        return MAX_LATITUDE * (2 * KeyedDraws.of(seed, "latitude", user).unit() - 1);
    }

    /** Returns the degrees east of a loaded user's address. */
    public double longitude(int user) {
        return MAX_LONGITUDE * (2 * KeyedDraws.of(seed, "longitude", user).unit() - 1);
    }

    private static LocalDateTime time(KeyedDraws draws, LocalDate day) {
        return day.atTime(draws.between(OPENING_HOUR, CLOSING_HOUR), QUARTER_MINUTES * draws.between(0, 3));
    }

    private static AddressForm address(KeyedDraws draws) {
        return new AddressForm(
                draws.between(1, 999) + " " + word(draws, draws.between(5, 12)) + " " + draws.oneOf(ROADS),
                draws.half() ? "Apartment " + draws.between(1, 99) : "",
                word(draws, draws.between(4, 14)),
                draws.oneOf(STATES),
                digits(draws, 5),
                draws.half() ? "USA" : draws.oneOf(COUNTRIES));
    }

    private static String telephone(KeyedDraws draws) {
        return draws.between(200, 999) + "-555-" + digits(draws, 4);
    }

    private static String digits(KeyedDraws draws, int count) {
        StringBuilder digits = new StringBuilder(count);
        for (int i = 0; i < count; i++) {
            digits.append((char) ('0' + draws.between(0, 9)));
        }
        return digits.toString();
    }

    private static String word(KeyedDraws draws, int letters) {
        StringBuilder word = new StringBuilder(letters);
        for (int i = 0; i < letters; i++) {
            String choices = i % 2 == 0 ? CONSONANTS : VOWELS;
            word.append(choices.charAt(draws.between(0, choices.length() - 1)));
        }
        return Prose.capitalised(word.toString());
    }
}
