// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.olio;

import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.jsoup.nodes.Element;
import org.plateaubench.http.RequestBody;
import org.plateaubench.http.address.WebAddress;
import org.plateaubench.http.browser.BrowserRequest;
import org.plateaubench.http.html.MultipartBody;
import org.plateaubench.http.html.Page;
import org.plateaubench.http.html.UrlEncodedBody;
import org.plateaubench.plugin.olio.data.PersonForm;
import org.plateaubench.plugin.olio.data.PersonForm.AddressForm;
import org.plateaubench.plugin.olio.data.PersonForm.EventForm;

/** Olio for PHP. */
final class PhpDialect extends Dialect {
    private static final List<String> DATE_FIELDS = List.of("year", "month", "day", "hour", "minute");
    private static final List<DateTimeFormatter> DATE_FORMATS = Stream.of("uuuu", "MM", "dd", "HH", "mm")
            .map(DateTimeFormatter::ofPattern)
            .toList();

    PhpDialect(WebAddress home) {
        String base = base(home);
        super(
                home,
                new Addresses(
                        base + "/index.php",
                        base + "/events.php?socialEventID=",
                        base + "/users.php?username=",
                        base + "/addPerson.php",
                        base + "/addPersonResult.php",
                        base + "/addEvent.php",
                        base + "/addEventResult.php",
                        true,
                        true));
    }

    @Override
    String userName(int number) {
        return OriginalNames.name(number);
    }

    @Override
    String tagName(int number) {
        return OriginalNames.name(number);
    }

    @Override
    BrowserRequest signIn(String userName, String password) {
        return post(
                base() + "/login.php",
                new UrlEncodedBody()
                        .add("user_name", userName)
                        .add("password", password)
                        .add("submit", "Login"));
    }

    @Override
    BrowserRequest signOut() {
        return get(base() + "/logout.php");
    }

    @Override
    List<BrowserRequest> search(String tag, int count) {
        return List.of(
                post(
                        base() + "/taggedEvents.php",
                        new UrlEncodedBody().add("tag", tag).add("tagsearchsubmit", "Search Tags")),
                get(base() + "/taggedEvents.php?tag=" + tag + "&count=" + count));
    }

    @Override
    BrowserRequest attend(String event) {
        return get(base() + "/addAttendee.php?id=" + event);
    }

    @Override
    List<String> confirmationOfAttendance(String userName) {
        return List.of("value=\"Unattend\"", ">" + userName + "</a>");
    }

    @Override
    MultipartBody registration(PersonForm form, RequestBody picture) {
        AddressForm address = form.address();
        MultipartBody body = new MultipartBody()
                .add("add_user_name", form.userName())
                .add("psword", form.password())
                .add("passwordx", form.password())
                .add("first_name", form.firstName())
                .add("last_name", form.lastName())
                .add("email", form.email())
                .add("street1", address.street1())
                .add("street2", address.street2())
                .add("zip", address.zip())
                .add("city", address.city())
                .add("state", address.state())
                .add("country", address.country())
                .add("telephone", form.telephone())
                .add("timezone", form.timeZone());
        return body.addFile("user_image", "person.jpg", picture)
                .add("summary", form.summary())
                .add("addpersonsubmit", "Create");
    }

    @Override
    MultipartBody announcement(
            EventForm form, List<String> tags, String submitter, RequestBody picture, RequestBody document) {
        MultipartBody body = new MultipartBody()
                .add("title", form.title())
                .add("description", form.description())
                .add("telephone", form.telephone())
                .add("timezone", form.timeZone());
        withAddress(body, form.address());
        for (int i = 0; i < DATE_FIELDS.size(); i++) {
            body.add(DATE_FIELDS.get(i), DATE_FORMATS.get(i).format(form.startsAt()));
        }
        body.add("tags", String.join(" ", tags)).add("submitter_user_name", submitter);
        return body.addFile("upload_image", "event.jpg", picture)
                .addFile("upload_literature", "event.pdf", document)
                .add("addeventsubmit", "Create");
    }

    @Override
    boolean isContentImage(WebAddress image) {
        return image.path().equals(base() + "/fileService.php");
    }

    @Override
    String viewerOf(Page page) {
        Element viewer = page.document().selectFirst("#sidebar strong > a");
        return viewer == null ? "" : viewer.text();
    }

    @Override
    boolean canAttend(Page event) {
        return event.document().selectFirst("input[value=Attend]") != null;
    }

    /** Compares the headings of the application's views, and for an event the target of the form for comments. */
    @Override
    String faultOf(Subject subject, Page page) {
        boolean isRequestedPage = switch (subject.kind()) {
            case HOME ->
                page.document().getElementById("filter_event_list") != null
                        && !eventsOn(page).isEmpty();
            case TAG -> hasText(page, "#yield > h1", "Events tagged " + subject.name());
            case EVENT ->
                page.forms().stream()
                                .anyMatch(form -> form.id().equals("commentsForm")
                                        && number(eventOf(form.action())) == subject.number())
                        && (subject.name().isEmpty() || hasText(page, "#main_event_details h1", subject.name()));
            case PERSON -> hasText(page, "#main_user_details h1", subject.name());
        };
        return isRequestedPage ? "" : "is not the requested page";
    }

    /**
     * Names of the users and tags of Olio 0.2's loaders: a function of the number, from 1, which a driver needs to sign
     * in to data that they have loaded. Of each hundred names 5, 8, 17, 25, 24 and 21 have 6 to 11 characters. Each
     * length has an alphabet per position, shuffled by a generator with the length as its seed; the index at a position
     * continues from the character before. Stateless and thread-safe.
     */
    static final class OriginalNames {
        private static final int MIN_LENGTH = 6;
        private static final int[] PERCENT = {5, 8, 17, 25, 24, 21};
        private static final int BLOCK = 100;
        private static final String LETTERS = "abcdefghijklmnopqrstuvwxyz";
        private static final String CHARACTERS = "0123456789" + LETTERS + "_";
        private static final String[][] ALPHABETS = alphabets();

        private OriginalNames() {}

        static String name(int number) {
            int block = (number - 1) / BLOCK;
            int place = placeInBlock((number - 1) % BLOCK);
            int length = 0;
            while (place >= PERCENT[length]) {
                place -= PERCENT[length];
                length++;
            }
            return nameOf(ALPHABETS[length], PERCENT[length] * block + place);
        }

        /**
         * Returns the position within a block. Neighbours get names of different lengths: odd positions are reversed,
         * then the two digits are swapped.
         */
        private static int placeInBlock(int place) {
            int reordered = place % 2 == 1 ? BLOCK - place : place;
            return reordered % 10 * 10 + reordered / 10;
        }

        private static String nameOf(String[] alphabets, int number) {
            StringBuilder name = new StringBuilder(alphabets.length);
            int rest = number;
            int step = 0;
            for (String alphabet : alphabets) {
                step = (rest % alphabet.length() + step) % alphabet.length();
                rest /= alphabet.length();
                name.append(alphabet.charAt(step));
            }
            return name.toString();
        }

        private static String[][] alphabets() {
            String[][] byLength = new String[PERCENT.length][];
            for (int i = 0; i < byLength.length; i++) {
                int length = MIN_LENGTH + i;
                Random shuffling = new Random(length);
                byLength[i] = new String[length];
                for (int place = 0; place < length; place++) {
                    byLength[i][place] = shuffled(place == 0 ? LETTERS : CHARACTERS, shuffling);
                }
            }
            return byLength;
        }

        private static String shuffled(String ordered, Random shuffling) {
            StringBuilder left = new StringBuilder(ordered);
            StringBuilder shuffled = new StringBuilder(ordered.length());
            while (!left.isEmpty()) {
                int index = shuffling.nextInt(left.length());
                shuffled.append(left.charAt(index));
                left.deleteCharAt(index);
            }
            return shuffled.toString();
        }
    }
}
