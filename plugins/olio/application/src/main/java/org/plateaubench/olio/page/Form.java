// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio.page;

import static org.plateaubench.olio.page.Field.optional;
import static org.plateaubench.olio.page.Field.required;

import java.util.List;
import org.plateaubench.olio.page.Field.Kind;

/** The two long forms of the site. */
@SuppressWarnings("ImmutableEnumChecker") // Its lists are unmodifiable.
public enum Form {
    PERSON(List.of(
            new Group(
                    "Your account",
                    List.of(
                            required("userName", "User name", Kind.USER_NAME, 25)
                                    .hint("3 to 25 letters and figures. It is the address of your page.")
                                    .autocomplete("username"),
                            required("password", "Password", Kind.PASSWORD, 100)
                                    .hint("At least 4 characters.")
                                    .autocomplete("new-password"),
                            required("passwordAgain", "Password once more", Kind.PASSWORD, 100)
                                    .autocomplete("new-password"))),
            new Group(
                    "About you",
                    List.of(
                            required("firstName", "First name", Kind.TEXT, 50).autocomplete("given-name"),
                            required("lastName", "Last name", Kind.TEXT, 50).autocomplete("family-name"),
                            required("email", "E-mail", Kind.EMAIL, 100).autocomplete("email"),
                            required("telephone", "Telephone", Kind.TELEPHONE, 25)
                                    .autocomplete("tel"),
                            required("timeZone", "Time zone", Kind.TIME_ZONE, 50),
                            required("summary", "What others should know of you", Kind.TEXT_AREA, 2500),
                            optional("picture", "Your picture", Kind.PICTURE, 0).hint("JPEG or PNG, at most 2 MB."))),
            Form.address("Where you live"))),
    EVENT(List.of(
            new Group(
                    "The event",
                    List.of(
                            required("title", "Title", Kind.TEXT, 100),
                            required("summary", "In one sentence", Kind.TEXT, 100),
                            required("description", "Description", Kind.TEXT_AREA, 500),
                            required("tags", "Tags", Kind.TAGS, 250)
                                    .hint("1 to 7 words, separated by spaces or commas."))),
            new Group(
                    "When",
                    List.of(
                            required("startsAt", "Begins", Kind.DATE_TIME, 16),
                            required("timeZone", "Time zone", Kind.TIME_ZONE, 50),
                            required("telephone", "Telephone for questions", Kind.TELEPHONE, 25)
                                    .autocomplete("tel"))),
            Form.address("Where"),
            new Group(
                    "To look at",
                    List.of(
                            optional("picture", "Picture", Kind.PICTURE, 0).hint("JPEG or PNG, at most 2 MB."),
                            optional("document", "Programme", Kind.DOCUMENT, 0).hint("PDF, at most 2 MB.")))));

    /** Most tags of an event. */
    public static final int TAGS_AT_MOST = 7;

    private final List<Group> groups;

    Form(List<Group> groups) {
        this.groups = groups;
    }

    public List<Group> groups() {
        return groups;
    }

    private static Group address(String legend) {
        return new Group(
                legend,
                List.of(
                        required("street1", "Street", Kind.TEXT, 100).autocomplete("address-line1"),
                        optional("street2", "Street, second line", Kind.TEXT, 100)
                                .autocomplete("address-line2"),
                        required("city", "City", Kind.TEXT, 100).autocomplete("address-level2"),
                        required("state", "State", Kind.TEXT, 25).autocomplete("address-level1"),
                        required("zip", "ZIP code", Kind.ZIP, 12).autocomplete("postal-code"),
                        required("country", "Country", Kind.TEXT, 50).autocomplete("country-name")));
    }

    public record Group(String legend, List<Field> fields) {}
}
