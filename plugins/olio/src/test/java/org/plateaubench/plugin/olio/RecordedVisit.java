// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.olio;

import java.util.List;
import java.util.Map;
import org.plateaubench.api.Draws;
import org.plateaubench.api.Outcome;
import org.plateaubench.api.SutAddress;
import org.plateaubench.plugin.olio.RecordingSite.Pages;
import org.plateaubench.plugin.olio.data.MediaKind;
import org.plateaubench.spi.WorkloadContext;

/** One user, number 3 of 25, on a site that records its requests. */
final class RecordedVisit implements AutoCloseable {
    private static final int USER = 3;
    private static final int USERS = 25;

    private final RecordingSite site;
    private final OlioSession session;
    private final TestUser user = new TestUser(USER);
    private final OlioDriver driver;
    private Outcome outcome = Outcome.ok();
    private long number;

    RecordedVisit(Dialect.Name dialect, Profile profile, String path, int cachedSessions, Pages pages)
            throws Exception {
        site = new RecordingSite(pages);
        OlioParameters parameters = new OlioParameters(profile, dialect, 0, 1, cachedSessions);
        SutAddress sut = new SutAddress("site", "http", Map.of("url", site.url() + path));
        session = startingSignedOut(parameters, sut);
        driver = new OlioDriver(session, user);
        driver.connect();
    }

    private static OlioSession startingSignedOut(OlioParameters parameters, SutAddress sut) {
        long dataSeed = 42;
        OlioSession session;
        do {
            session = new OlioSession(new WorkloadContext<>(1, "olio", parameters, sut, USERS, dataSeed++));
        } while (session.accountAtStart(USER) > 0);
        return session;
    }

    /** Executes an operation and returns its requests, in which random values are replaced by words in capitals. */
    List<String> execute(OlioOperation operation) throws Exception {
        return execute(TestCall.of(operation, USER, number++));
    }

    /** Opens the page of an event, which the user attends, if possible, or not; returns the requests. */
    List<String> viewEvent(boolean attends) throws Exception {
        TestCall call = TestCall.of(OlioOperation.EVENT_DETAIL, USER, number++);
        while (session.requestDraws.attends(call.draws()) != attends) {
            call = TestCall.of(OlioOperation.EVENT_DETAIL, USER, number++);
        }
        return execute(call);
    }

    private List<String> execute(TestCall call) throws Exception {
        driver.prepareOperation(call);
        outcome = driver.execute(call);
        return site.received().stream().map(line -> masked(line, call)).toList();
    }

    private String masked(String line, TestCall call) {
        RequestDraws requestDraws = session.requestDraws;
        Draws draws = call.draws();
        String masked = switch (OlioOperation.at(call.operation())) {
            case ADD_PERSON -> line.replace(requestDraws.newUserName(call, session.run), "NEW-NAME");
            case TAG_SEARCH ->
                line.replace(session.dialect.tagName(requestDraws.tag(draws)), "TAG")
                        .replace("count=" + requestDraws.count(draws), "count=COUNT");
            case PERSON_DETAIL ->
                line.replace(session.dialect.userName(requestDraws.person(draws)), "PERSON")
                        .replace(MediaKind.PERSON_THUMBNAIL.path(requestDraws.person(draws)), "PICTURE");
            case HOME_PAGE, LOGIN, EVENT_DETAIL, ADD_EVENT -> line;
        };
        int account = requestDraws.account(draws, USER);
        return masked.replace(session.dialect.userName(account), "NAME")
                .replace("password=" + account, "password=NUMBER");
    }

    Outcome outcome() {
        return outcome;
    }

    /** Returns the error class of the last operation; empty for none. */
    String reason() {
        return outcome.reason();
    }

    long counted(OlioMeasure measure) {
        return user.counted(measure);
    }

    OlioDriver driver() {
        return driver;
    }

    RecordingSite site() {
        return site;
    }

    @Override
    public void close() {
        driver.close();
        session.close();
        site.close();
    }
}
