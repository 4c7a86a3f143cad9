// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore.shop;

import org.plateaubench.api.Draws;

/**
 * The personal data of a customer, without the number and the user name.
 *
 * @param region 1 for the United States, 2 for the rest of the world
 * @param state two letters, empty outside the United States
 * @param zip 0 outside the United States
 * @param creditCardType 1..5
 * @param creditCardExpiration {@code YYYY/MM}
 * @param income a multiple of 20,000
 * @param gender {@code M} or {@code F}
 */
public record CustomerData(
        String firstName,
        String lastName,
        String address1,
        String city,
        String state,
        int zip,
        String country,
        int region,
        String email,
        String phone,
        int creditCardType,
        String creditCard,
        String creditCardExpiration,
        int age,
        int income,
        String gender) {

    public static final String PASSWORD = "plateau";

    /** Region number of the United States. */
    public static final int UNITED_STATES = 1;

    private static final int FIRST_CARD_YEAR = 2027;
    private static final String[] STATES =
            ("AK AL AR AZ CA CO CT DC DE FL GA HI IA ID IL IN KS KY LA MA MD ME MI MN MO MS"
                            + " MT NC ND NE NH NJ NM NV NY OH OK OR PA RI SC SD TN TX UT VA VT WA WI WV WY")
                    .split(" ");
    private static final String[] COUNTRIES = {
        "Argentina", "Brazil", "Canada", "Denmark", "Egypt", "India", "Italy", "Kenya", "Mexico", "Spain"
    };

    // Purposes of the draws for a profile.
    private static final int FIRST_NAME = 0;
    private static final int LAST_NAME = 1;
    private static final int CITY = 2;
    private static final int STATE = 3;
    private static final int ZIP = 4;
    private static final int COUNTRY = 5;
    private static final int PHONE = 6;
    private static final int CARD_TYPE = 7;
    private static final int CARD = 8;
    private static final int CARD_YEAR = 9;
    private static final int CARD_MONTH = 10;
    private static final int AGE = 11;
    private static final int INCOME = 12;
    private static final int GENDER = 13;

    /** Draws a profile, which uses {@link #PURPOSES} purposes from {@code purposeBase} on. */
    public static CustomerData draw(Draws draws, int purposeBase, boolean inUnitedStates) {
        String lastName = letters(draws, purposeBase, LAST_NAME, 10);
        String phone = Long.toString(1_000_000_000L
                + between(draws, purposeBase, PHONE, 0, 899_999_999) * 10L
                + draws.between(purposeBase + PHONE, 1, 0, 9));
        return new CustomerData(
                letters(draws, purposeBase, FIRST_NAME, 6),
                lastName,
                phone + " Market Street",
                letters(draws, purposeBase, CITY, 7),
                inUnitedStates ? STATES[between(draws, purposeBase, STATE, 0, STATES.length - 1)] : "",
                inUnitedStates ? between(draws, purposeBase, ZIP, 10_000, 99_999) : 0,
                inUnitedStates ? "US" : COUNTRIES[between(draws, purposeBase, COUNTRY, 0, COUNTRIES.length - 1)],
                inUnitedStates ? UNITED_STATES : UNITED_STATES + 1,
                lastName + "@example.com",
                phone,
                between(draws, purposeBase, CARD_TYPE, 1, 5),
                digits(draws, purposeBase + CARD),
                expiration(draws, purposeBase),
                between(draws, purposeBase, AGE, 18, 90),
                20_000 * between(draws, purposeBase, INCOME, 1, 5),
                between(draws, purposeBase, GENDER, 0, 1) == 0 ? "M" : "F");
    }

    public static final int PURPOSES = 14;

    private static int between(Draws draws, int purposeBase, int field, int min, int max) {
        return draws.between(purposeBase + field, 0, min, max);
    }

    private static String letters(Draws draws, int purposeBase, int field, int length) {
        char[] letters = new char[length];
        for (int i = 0; i < length; i++) {
            letters[i] = (char) ('A' + draws.between(purposeBase + field, i, 0, 25));
        }
        return new String(letters);
    }

    private static String digits(Draws draws, int purpose) {
        return Integer.toString(draws.between(purpose, 0, 10_000_000, 99_999_999))
                + draws.between(purpose, 1, 10_000_000, 99_999_999);
    }

    private static String expiration(Draws draws, int purposeBase) {
        int year = FIRST_CARD_YEAR + between(draws, purposeBase, CARD_YEAR, 0, 4);
        int month = between(draws, purposeBase, CARD_MONTH, 1, 12);
        return year + (month < 10 ? "/0" : "/") + month;
    }
}
