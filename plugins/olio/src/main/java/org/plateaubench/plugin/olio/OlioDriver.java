// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.olio;

import java.io.IOException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Draws;
import org.plateaubench.api.Outcome;
import org.plateaubench.http.HttpFailure;
import org.plateaubench.http.browser.Browser;
import org.plateaubench.http.browser.BrowserRequest;
import org.plateaubench.http.browser.HttpMeasures;
import org.plateaubench.http.browser.HttpOutcomes;
import org.plateaubench.http.browser.StatusFailure;
import org.plateaubench.http.browser.Traffic;
import org.plateaubench.http.html.Page;
import org.plateaubench.plugin.olio.Dialect.PageKind;
import org.plateaubench.plugin.olio.Dialect.Subject;
import org.plateaubench.plugin.olio.OlioMeasure.UserWrite;
import org.plateaubench.plugin.olio.PageLoader.Shown;
import org.plateaubench.plugin.olio.PageLoader.UnexpectedAnswer;
import org.plateaubench.plugin.olio.PageLoader.Visitor;
import org.plateaubench.plugin.olio.RequestDraws.Upload;
import org.plateaubench.plugin.olio.data.ConfirmedKind;
import org.plateaubench.spi.Acknowledged;
import org.plateaubench.spi.Driver;
import org.plateaubench.spi.OperationCall;
import org.plateaubench.spi.UserContext;
import org.plateaubench.spi.UserContext.Counter;

/** One user with a browser. Requests are drawn and uploads generated before an operation's time begins. */
final class OlioDriver implements Driver {
    /** Least status of a request that was not carried out. */
    private static final int CLIENT_ERROR = 400;
    /** Least status of a server failure, after which it is unknown whether the request was carried out. */
    private static final int SERVER_ERROR = 500;

    private final OlioSession session;
    private final Dialect dialect;
    private final RequestDraws requestDraws;
    private final UserCounters counters;
    private final Visitor visitor;
    private final Browser browser;
    private final PageLoader pageLoader;
    private boolean sessionStarted;
    private @Nullable Upload upload;

    OlioDriver(OlioSession session, UserContext user) {
        this.session = session;
        this.dialect = session.dialect;
        this.requestDraws = session.requestDraws;
        this.counters = new UserCounters(user);
        this.visitor = new Visitor(user.user());
        this.browser = new Browser(session.connections, dialect.origin(), session.browserSettings(), user::nanoTime);
        this.pageLoader = new PageLoader(dialect, browser, visitor);
    }

    /** Connects, and at first starts a session: with a full or an empty cache, and signed in or not. */
    @Override
    public void connect() throws IOException {
        browser.connect();
        if (!sessionStarted) {
            browser.newSession(requestDraws.cache(session.startDraws(visitor.number)));
            int account = session.accountAtStart(visitor.number);
            if (account > 0) {
                signIn(account);
                browser.endOperation();
            }
            sessionStarted = true;
        }
    }

    @Override
    public void prepareOperation(OperationCall call) {
        upload = switch (OlioOperation.at(call.operation())) {
            case ADD_PERSON -> requestDraws.registration(call, session.run);
            case ADD_EVENT -> requestDraws.announcement(call.draws(), visitor.userName == null ? "" : visitor.userName);
            case HOME_PAGE, LOGIN, TAG_SEARCH, EVENT_DETAIL, PERSON_DETAIL -> null;
        };
    }

    @Override
    public Outcome execute(OperationCall call) {
        counters.add(OlioMeasure.SIGNED_IN, visitor.isSignedIn() ? 1 : 0);
        try {
            perform(call);
            return Outcome.ok();
        } catch (UnexpectedAnswer e) {
            return e.outcome();
        } catch (IOException e) {
            return HttpOutcomes.of(e);
        } finally {
            upload = null;
            counters.add(browser.endOperation());
        }
    }

    private void perform(OperationCall call) throws IOException {
        switch (OlioOperation.at(call.operation())) {
            case HOME_PAGE -> homePage(call.draws());
            case LOGIN -> login(call.draws());
            case TAG_SEARCH -> tagSearch(call.draws());
            case EVENT_DETAIL -> eventDetail(call.draws());
            case PERSON_DETAIL -> personDetail(call.draws());
            case ADD_PERSON -> addPerson(call);
            case ADD_EVENT -> addEvent();
        }
    }

    private void homePage(Draws draws) throws IOException {
        Page page = pageLoader.open(dialect.addresses().home());
        Shown shown = pageLoader.show(page, Subject.HOME);
        visitor.event = chooseEvent(page, draws);
        counters.add(OlioMeasure.HOME_PAGES, 1);
        counters.add(OlioMeasure.HOME_IMAGE_REFERENCES, shown.images());
        counters.add(OlioMeasure.HOME_IMAGES_LOADED, shown.fetched().loaded());
        counters.add(OlioMeasure.HOME_IMAGE_BYTES, shown.fetched().bodyBytes());
    }

    private @Nullable String chooseEvent(Page page, Draws draws) {
        List<String> events = dialect.eventsOn(page);
        return events.isEmpty() ? null : events.get(requestDraws.event(draws, events.size()));
    }

    private void login(Draws draws) throws IOException {
        signOut(draws);
        signIn(requestDraws.account(draws, visitor.number));
    }

    private void signIn(int account) throws IOException {
        String userName = dialect.userName(account);
        try {
            Page page = pageLoader.navigate(dialect.signIn(userName, Integer.toString(account)));
            if (dialect.addresses().homeAfterSignIn()
                    && !page.address().target().equals(dialect.addresses().home())) {
                page = pageLoader.open(dialect.addresses().home());
            }
            if (dialect.viewerOf(page).isEmpty()) {
                throw new UnexpectedAnswer("sign-in-refused", userName + " is not signed in after the sign-in");
            }
            visitor.userName = userName;
            visitor.account = account;
            visitor.attended = null;
            pageLoader.require(page, Subject.HOME);
        } catch (IOException e) {
            // The site may have signed the user in nevertheless; without cookies the user is signed out there too.
            visitor.userName = null;
            browser.forgetCookies();
            throw e;
        }
    }

    /** Ends the session of a signed-in user, regardless of the answer; the next session has a new browser. */
    private void signOut(Draws draws) throws IOException {
        if (!visitor.isSignedIn()) {
            return;
        }
        try {
            pageLoader.openAndLeave(dialect.signOut(), List.of());
        } finally {
            visitor.userName = null;
            browser.newSession(requestDraws.cache(draws));
            browser.closeConnections();
            counters.add(OlioMeasure.SESSIONS, 1);
        }
    }

    private void tagSearch(Draws draws) throws IOException {
        int number = requestDraws.tag(draws);
        String tag = dialect.tagName(number);
        List<BrowserRequest> requests = dialect.search(tag, requestDraws.count(draws));
        for (BrowserRequest request : requests.subList(0, requests.size() - 1)) {
            pageLoader.openAndLeave(request, List.of());
        }
        Page page = pageLoader.navigate(requests.getLast());
        Shown shown = pageLoader.show(page, new Subject(PageKind.TAG, number, tag));
        String event = chooseEvent(page, draws);
        if (event != null) {
            visitor.event = event;
        }
        counters.add(OlioMeasure.TAG_SEARCHES, 1);
        counters.add(OlioMeasure.TAG_SEARCH_IMAGES, shown.images());
        counters.add(OlioMeasure.EMPTY_TAG_SEARCHES, event == null ? 1 : 0);
    }

    private void eventDetail(Draws draws) throws IOException {
        String event = visitor.event;
        if (event == null) {
            event = chooseEvent(pageLoader.open(dialect.addresses().home()), draws);
            visitor.event = event;
        }
        if (event == null) {
            throw new UnexpectedAnswer("no-event", "the home page shows no event");
        }
        Page page = pageLoader.open(dialect.addresses().event() + event);
        Shown shown = pageLoader.show(page, new Subject(PageKind.EVENT, Dialect.number(event), ""));
        counters.add(OlioMeasure.EVENT_DETAILS, 1);
        counters.add(OlioMeasure.EVENT_DETAIL_IMAGES, shown.images());
        if (visitor.isSignedIn() && dialect.canAttend(page)) {
            if (event.equals(visitor.attended)) {
                throw PageLoader.wrong(page, "does not show that " + visitor.userName + " attends the event");
            }
            counters.add(OlioMeasure.ATTENDABLE, 1);
            if (requestDraws.attends(draws)) {
                attend(event);
            }
        }
    }

    private void attend(String event) throws IOException {
        List<String> confirmation = dialect.confirmationOfAttendance(String.valueOf(visitor.userName));
        boolean isConfirmed = write(
                UserWrite.ATTENDANCE,
                () -> dialect.addresses().attendsByScript()
                        ? pageLoader.send(dialect.attend(event), confirmation)
                        : pageLoader.openAndLeave(dialect.attend(event), confirmation));
        requireConfirmed(isConfirmed, "attendance");
        visitor.attended = event;
        int number = Dialect.number(event);
        counters.recordStored(
                ConfirmedKind.ATTENDANCES, number > 0 ? ConfirmedKind.attendance(number, visitor.account) : 0);
    }

    private void personDetail(Draws draws) throws IOException {
        int person = requestDraws.person(draws);
        String userName = dialect.userName(person);
        Page page = pageLoader.open(dialect.addresses().person() + userName);
        pageLoader.show(page, new Subject(PageKind.PERSON, person, userName));
    }

    private void addPerson(OperationCall call) throws IOException {
        signOut(call.draws());
        Upload person = Objects.requireNonNull(upload);
        pageLoader.showForm(pageLoader.open(dialect.addresses().personForm()));
        for (BrowserRequest request : dialect.beforeRegistering(person.name())) {
            if (!pageLoader.send(request, List.of(Dialect.NAME_IS_FREE))) {
                throw new UnexpectedAnswer(
                        "wrong-content", "the site reports that the name " + person.name() + " is taken");
            }
        }
        BrowserRequest request = dialect.post(dialect.addresses().personTarget(), person.body());
        boolean isConfirmed = write(UserWrite.PERSON, () -> {
            Page page = pageLoader.navigate(request);
            boolean isRequestedPage = dialect.faultOf(new Subject(PageKind.PERSON, 0, person.name()), page)
                    .isEmpty();
            counters.recordStored(ConfirmedKind.PERSONS, isRequestedPage ? dialect.personOf(page) : 0);
            return isRequestedPage;
        });
        requireConfirmed(isConfirmed, "registration");
    }

    private void addEvent() throws IOException {
        Upload event = Objects.requireNonNull(upload);
        Page form = pageLoader.open(dialect.addresses().eventForm());
        pageLoader.requireSignedIn(form);
        pageLoader.showForm(form);
        BrowserRequest request = dialect.post(dialect.addresses().eventTarget(), event.body());
        boolean isConfirmed = write(UserWrite.EVENT, () -> {
            Page page = pageLoader.navigate(request);
            Subject announced = dialect.announced(page, event.name());
            boolean isRequestedPage = dialect.faultOf(announced, page).isEmpty();
            counters.recordStored(ConfirmedKind.EVENTS, isRequestedPage ? announced.number() : 0);
            return isRequestedPage;
        });
        requireConfirmed(isConfirmed, "event");
    }

    private static void requireConfirmed(boolean isConfirmed, String what) throws IOException {
        if (!isConfirmed) {
            throw new UnexpectedAnswer("not-taken", "no page confirms the " + what);
        }
    }

    @FunctionalInterface
    private interface Write {
        boolean send() throws IOException;
    }

    /**
     * Sends a write, and counts it as confirmed or refused; the result of any other write is unknown. A page without a
     * confirmation is not a refusal, and neither is a failure after a redirect.
     */
    private boolean write(UserWrite what, Write write) throws IOException {
        counters.add(what.sent, 1);
        long redirects = browser.traffic().redirects();
        try {
            boolean isConfirmed = write.send();
            counters.add(what.confirmed, isConfirmed ? 1 : 0);
            return isConfirmed;
        } catch (IOException e) {
            if (isRefusal(e) && browser.traffic().redirects() == redirects) {
                counters.add(what.refused, 1);
            }
            throw e;
        }
    }

    private static boolean isRefusal(IOException failure) {
        return switch (failure) {
            case HttpFailure http -> !http.sent();
            case StatusFailure status -> status.status() >= CLIENT_ERROR && status.status() < SERVER_ERROR;
            default -> false;
        };
    }

    @Override
    public void abort() {
        browser.abort();
    }

    @Override
    public void close() {
        browser.close();
    }

    /** The counters of one user. */
    private static final class UserCounters {
        private final Map<OlioMeasure, Counter> counters = new EnumMap<>(OlioMeasure.class);
        private final Map<ConfirmedKind, Acknowledged> stored = new EnumMap<>(ConfirmedKind.class);
        private final HttpMeasures traffic;

        UserCounters(UserContext user) {
            for (OlioMeasure measure : OlioMeasure.values()) {
                counters.put(measure, user.counter(measure.title()));
            }
            for (ConfirmedKind kind : ConfirmedKind.values()) {
                stored.put(kind, user.acknowledged(kind.title()));
            }
            traffic = new HttpMeasures(name -> user.counter(name)::add);
        }

        void add(OlioMeasure measure, long amount) {
            if (amount != 0) {
                Objects.requireNonNull(counters.get(measure)).add(amount);
            }
        }

        /** Records an object that the site stores; its number is 0 when pages do not show it. */
        void recordStored(ConfirmedKind kind, long number) {
            if (number > 0) {
                Objects.requireNonNull(stored.get(kind)).stored(number);
            }
        }

        void add(Traffic amount) {
            traffic.add(amount);
        }
    }
}
