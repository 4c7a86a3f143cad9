// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.olio;

import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.plateaubench.api.Draws;
import org.plateaubench.http.RequestBody;
import org.plateaubench.http.browser.CacheModel;
import org.plateaubench.http.html.MultipartBody;
import org.plateaubench.plugin.olio.data.MediaKind;
import org.plateaubench.plugin.olio.data.PersonForm;
import org.plateaubench.plugin.olio.data.PersonForm.EventForm;
import org.plateaubench.plugin.olio.data.Population;
import org.plateaubench.plugin.olio.data.Scale;
import org.plateaubench.plugin.olio.data.Texts;
import org.plateaubench.spi.OperationCall;

/**
 * Draws the requests of operations, as functions of the call, of its user and of the data's scale. A choice that
 * depends on an answer, such as an event from a list, is drawn from the same key after the answer. Thread-safe.
 *
 * @param scale amount of loaded data, from which choices are drawn, not the amount that the load would need
 * @param uniformTags whether the tags of searches are equally likely
 * @param cachedPercent share of sessions that begin with a full cache
 * @param today the day from which new events are planned
 */
record RequestDraws(Dialect dialect, Scale scale, boolean uniformTags, int cachedPercent, LocalDate today) {
    private static final int MIN_RESULTS = 100;
    private static final int MAX_RESULTS = 150;
    private static final int MAX_TAGS = 7;
    private static final int RADIX = 36;
    private static final double SIGNED_IN_SHARE = new SessionModel().signedInShare(OlioOperation.HOME_PAGE);

    /** Returns the full or empty cache that a session begins with. */
    CacheModel cache(Draws draws) {
        return draws.chance(DrawPurpose.CACHE, 0, cachedPercent / 100.0)
                ? CacheModel.OLIO_CACHED
                : CacheModel.OLIO_EMPTY;
    }

    /** Returns whether a user who begins within a session is signed in already, by the matrix. */
    boolean startsSignedIn(Draws draws) {
        return draws.chance(DrawPurpose.SIGNED_IN, 0, SIGNED_IN_SHARE);
    }

    /** Returns which of a page's events is remembered, from 0. */
    int event(Draws draws, int events) {
        return draws.between(DrawPurpose.EVENT, 0, 0, events - 1);
    }

    /** Returns the number of results that a search asks for. */
    int count(Draws draws) {
        return draws.between(DrawPurpose.COUNT, 0, MIN_RESULTS, MAX_RESULTS);
    }

    /** Returns whether the event is attended if possible. */
    boolean attends(Draws draws) {
        return draws.chance(DrawPurpose.ATTEND, 0, OlioChecks.ATTENDANCE_PROBABILITY);
    }

    /** Returns the number of the person to open. */
    int person(Draws draws) {
        return draws.between(DrawPurpose.PERSON, 0, 1, scale.users());
    }

    /**
     * Returns the account that a user signs in with. Person p belongs to the user (p - 1) modulo the
     * scale's number of concurrent users.
     */
    int account(Draws draws, int user) {
        int owned = draws.between(DrawPurpose.ACCOUNT, 0, 0, Scale.USERS_PER_CONCURRENT_USER - 1);
        return owned * scale.concurrentUsers() + user + 1;
    }

    /** Returns the number of the tag to search for. */
    int tag(Draws draws) {
        if (uniformTags) {
            return draws.between(DrawPurpose.TAG, 0, 1, scale.tags());
        }
        AtomicInteger index = new AtomicInteger();
        return Population.tag(scale.tags(), () -> draws.uniform(DrawPurpose.TAG, index.getAndIncrement()));
    }

    /**
     * Returns a new user name, which is unique: that of a loaded person, with the numbers of run and unit. It is shorter
     * than the 25 characters that the applications allow.
     *
     * @param run number that makes names of new persons of this run differ from those of other runs on the same data
     */
    String newUserName(OperationCall call, long run) {
        return dialect.userName(1 + call.sequence()) + "_" + Long.toString(run, RADIX) + "_"
                + Long.toString(call.unitNumber(), RADIX);
    }

    /** The upload of an operation: a person with a user name, or an event with a title. */
    record Upload(String name, MultipartBody body) {}

    Upload registration(OperationCall call, long run) {
        Draws draws = call.draws();
        String userName = newUserName(call, run);
        PersonForm drawn = new Texts(draws.key()).person(1);
        PersonForm form = new PersonForm(
                userName,
                Integer.toString(scale.users() + 1 + call.sequence()),
                drawn.firstName(),
                drawn.lastName(),
                userName.replace('_', '-') + "@example.org",
                drawn.telephone(),
                drawn.summary(),
                drawn.timeZone(),
                drawn.address());
        return new Upload(userName, dialect.registration(form, file(MediaKind.PERSON_PICTURE, draws)));
    }

    Upload announcement(Draws draws, String submitter) {
        EventForm form = new Texts(draws.key()).event(1, today);
        AtomicInteger index = new AtomicInteger();
        int[] tags = Population.tags(
                draws.between(DrawPurpose.TAG_COUNT, 0, 1, MAX_TAGS),
                scale.tags(),
                () -> draws.uniform(DrawPurpose.TAGS, index.getAndIncrement()));
        List<String> names = Arrays.stream(tags).mapToObj(dialect::tagName).toList();
        MultipartBody body = dialect.announcement(
                form, names, submitter, file(MediaKind.EVENT_PICTURE, draws), file(MediaKind.EVENT_DOCUMENT, draws));
        return new Upload(form.title(), body);
    }

    private static RequestBody file(MediaKind kind, Draws draws) {
        return RequestBody.of(kind.bytes(draws.key()), kind.contentType());
    }

    /** The purposes of an operation's draws. The numbers are part of the meaning of a seed. */
    private static final class DrawPurpose {
        static final int CACHE = 1;
        static final int ACCOUNT = 2;
        static final int EVENT = 3;
        static final int TAG = 4;
        static final int COUNT = 5;
        static final int ATTEND = 6;
        static final int PERSON = 7;
        static final int TAG_COUNT = 8;
        static final int TAGS = 9;
        static final int SIGNED_IN = 10;

        private DrawPurpose() {}
    }
}
