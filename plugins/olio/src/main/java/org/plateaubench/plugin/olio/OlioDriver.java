// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.olio;

import java.io.IOException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Outcome;
import org.plateaubench.http.HttpFailure;
import org.plateaubench.http.html.MultipartBody;
import org.plateaubench.http.browser.Browser;
import org.plateaubench.http.browser.HttpMeasures;
import org.plateaubench.http.browser.HttpOutcomes;
import org.plateaubench.http.browser.StatusFailure;
import org.plateaubench.http.browser.Traffic;
import org.plateaubench.http.html.Page;
import org.plateaubench.plugin.olio.Dialect.DialectRequest;
import org.plateaubench.plugin.olio.Dialect.PageKind;
import org.plateaubench.plugin.olio.Drafting.Draft;
import org.plateaubench.plugin.olio.OlioMeasure.UserWrite;
import org.plateaubench.plugin.olio.PageLoader.Shown;
import org.plateaubench.plugin.olio.PageLoader.UnexpectedAnswer;
import org.plateaubench.plugin.olio.PageLoader.Visitor;
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
    private final Tally tally;
    private final Visitor visitor;
    private final Browser browser;
    private final PageLoader pageLoader;
    private boolean come;
    private @Nullable Draft prepared;

    OlioDriver(OlioSession session, UserContext user) {
        this.session = session;
        this.dialect = session.site.dialect();
        this.tally = new Tally(user);
        this.visitor = new Visitor(user.user());
        this.browser =
                new Browser(session.connections, session.site.origin(), session.browserSettings(), user::nanoTime);
        this.pageLoader = new PageLoader(session.site, session.scale, session.isStrict(), browser, visitor);
    }

    /** The user's first visit: with a full or an empty cache, and signed in or not. */
    @Override
    public void connect() throws IOException {
        browser.connect();
        if (!come) {
            browser.newSession(OlioSession.cacheModel(session.comesCached(visitor.number)));
            int account = session.comesAs(visitor.number);
            if (account > 0) {
                signIn(account);
                browser.endOperation();
            }
            come = true;
        }
    }

    @Override
    public void prepareOperation(OperationCall call) {
        prepared = session.drafting.draft(
                OlioOperation.at(call.operation()), call, visitor.number, visitor.userName, session.run);
    }

    @Override
    public Outcome execute(OperationCall call) {
        Draft draft = prepared;
        if (draft == null) {
            return Outcome.error("not-prepared", "the operation was not prepared");
        }
        prepared = null;
        OlioOperation operation = OlioOperation.at(call.operation());
        tally.add(OlioMeasure.SIGNED_IN, visitor.isSignedIn() ? 1 : 0);
        try {
            perform(operation, draft, call);
            return Outcome.ok();
        } catch (UnexpectedAnswer e) {
            return e.outcome();
        } catch (IOException e) {
            return HttpOutcomes.of(e);
        } finally {
            tally.add(browser.endOperation());
        }
    }

    private void perform(OlioOperation operation, Draft draft, OperationCall call) throws IOException {
        switch (operation) {
            case HOME_PAGE -> homePage(call);
            case LOGIN -> login(draft);
            case TAG_SEARCH -> tagSearch(draft, call);
            case EVENT_DETAIL -> eventDetail(draft, call);
            case PERSON_DETAIL -> personDetail(draft);
            case ADD_PERSON -> addPerson(draft);
            case ADD_EVENT -> addEvent(draft);
        }
    }

    private void homePage(OperationCall call) throws IOException {
        Page page = pageLoader.open(dialect.addresses().home());
        Shown shown = pageLoader.show(page, PageKind.HOME, "");
        visitor.event = chosen(page, call);
        tally.add(OlioMeasure.HOME_PAGES, 1);
        tally.add(OlioMeasure.HOME_IMAGE_REFERENCES, shown.images());
        tally.add(OlioMeasure.HOME_IMAGES_LOADED, shown.fetched().loaded());
        tally.add(OlioMeasure.HOME_IMAGE_BYTES, shown.fetched().bodyBytes());
    }

    private @Nullable String chosen(Page page, OperationCall call) {
        List<String> events = dialect.eventsOn(page);
        return events.isEmpty() ? null : events.get(session.drafting.chosenEvent(call, events.size()));
    }

    private void login(Draft draft) throws IOException {
        signOut(draft);
        signIn(draft.account());
    }

    private void signIn(int account) throws IOException {
        String userName = dialect.userName(account);
        boolean done = false;
        try {
            Page page = pageLoader.go(dialect.signIn(userName, Integer.toString(account)));
            if (dialect.addresses().homeAfterSignIn()
                    && !page.address().target().equals(dialect.addresses().home())) {
                page = pageLoader.open(dialect.addresses().home());
            }
            if (!dialect.isForSignedIn(page)) {
                throw new UnexpectedAnswer(
                        UnexpectedAnswer.SIGN_IN_REFUSED, "the site still asks " + userName + " to sign in");
            }
            visitor.userName = userName;
            visitor.account = account;
            done = true;
        } finally {
            if (!done) {
                // The site may have carried it out nevertheless; without its cookies the user is signed out there too.
                browser.forgetCookies();
            }
        }
    }

    /** Ends the session of a signed-in user, whatever the site answers; the next session has a new browser. */
    private void signOut(Draft draft) throws IOException {
        if (!visitor.isSignedIn()) {
            return;
        }
        try {
            pageLoader.leave(dialect.signOut());
        } finally {
            visitor.userName = null;
            browser.newSession(OlioSession.cacheModel(draft.cachedNext()));
            browser.closeConnections();
            tally.add(OlioMeasure.SESSIONS, 1);
        }
    }

    private void tagSearch(Draft draft, OperationCall call) throws IOException {
        List<DialectRequest> asks = dialect.search(draft.tag(), draft.count());
        for (DialectRequest ask : asks.subList(0, asks.size() - 1)) {
            pageLoader.leave(ask);
        }
        Page page = pageLoader.go(asks.getLast());
        Shown shown = pageLoader.show(page, PageKind.TAG, draft.tag());
        String event = chosen(page, call);
        if (event != null) {
            visitor.event = event;
        }
        tally.add(OlioMeasure.TAG_SEARCHES, 1);
        tally.add(OlioMeasure.TAG_SEARCH_IMAGES, shown.images());
        tally.add(OlioMeasure.EMPTY_TAG_SEARCHES, event == null ? 1 : 0);
    }

    private void eventDetail(Draft draft, OperationCall call) throws IOException {
        String event = visitor.event;
        if (event == null) {
            event = chosen(pageLoader.open(dialect.addresses().home()), call);
            visitor.event = event;
        }
        if (event == null) {
            throw new UnexpectedAnswer(UnexpectedAnswer.NO_EVENT, "the home page shows no event");
        }
        Page page = pageLoader.open(dialect.addresses().event() + event);
        Shown shown = pageLoader.show(page, PageKind.EVENT, event);
        tally.add(OlioMeasure.EVENT_DETAILS, 1);
        tally.add(OlioMeasure.EVENT_DETAIL_IMAGES, shown.images());
        if (visitor.isSignedIn() && dialect.canAttend(page)) {
            tally.add(OlioMeasure.ATTENDABLE, 1);
            if (draft.attends()) {
                attend(event, dialect.attend(event));
            }
        }
    }

    private void attend(String event, DialectRequest ask) throws IOException {
        writing(UserWrite.ATTENDANCE, () -> {
            if (ask.script()) {
                pageLoader.send(ask);
            } else {
                pageLoader.leave(ask);
            }
            return true;
        });
        tally.attends(Dialect.number(event), visitor.account);
    }

    private void personDetail(Draft draft) throws IOException {
        String userName = dialect.userName(draft.person());
        pageLoader.show(pageLoader.open(dialect.addresses().person() + userName), PageKind.PERSON, userName);
    }

    private void addPerson(Draft draft) throws IOException {
        signOut(draft);
        Page form = pageLoader.open(dialect.addresses().personForm());
        pageLoader.fetchStatics(form);
        for (DialectRequest ask : dialect.beforeRegistering(draft.newUserName())) {
            pageLoader.send(ask);
        }
        DialectRequest ask = DialectRequest.post(dialect.addresses().personTarget(), upload(draft));
        boolean taken = writing(UserWrite.PERSON, () -> {
            Page page = pageLoader.go(ask);
            boolean kept = dialect.confirmsRegistration(page, draft.newUserName());
            tally.held(ConfirmedKind.PERSONS, kept ? dialect.numberOf(PageKind.PERSON, page) : null);
            return kept;
        });
        requireConfirmed(taken, "registration");
    }

    private void addEvent(Draft draft) throws IOException {
        Page form = pageLoader.open(dialect.addresses().eventForm());
        pageLoader.fetchStatics(form);
        pageLoader.requireSignedIn(form);
        DialectRequest ask = DialectRequest.post(dialect.addresses().eventTarget(), upload(draft));
        boolean taken = writing(UserWrite.EVENT, () -> {
            Page page = pageLoader.go(ask);
            boolean kept = dialect.confirmsAnnouncement(page);
            tally.held(ConfirmedKind.EVENTS, kept ? dialect.numberOf(PageKind.EVENT, page) : null);
            return kept;
        });
        requireConfirmed(taken, "event");
    }

    private static MultipartBody upload(Draft draft) {
        MultipartBody body = draft.upload();
        if (body == null) {
            throw new IllegalStateException("nothing was prepared to be uploaded");
        }
        return body;
    }

    private void requireConfirmed(boolean taken, String what) throws IOException {
        if (!taken && session.isStrict()) {
            throw new UnexpectedAnswer(
                    UnexpectedAnswer.NOT_CONFIRMED, "no page confirms that the " + what + " was taken");
        }
    }

    @FunctionalInterface
    private interface Write {
        boolean send() throws IOException;
    }

    /**
     * Sends a write, and counts it as confirmed or refused; any other write that was sent may have been done. A page
     * without a confirmation is not a refusal, and a failure after a redirect shows nothing about the write.
     */
    private boolean writing(UserWrite what, Write write) throws IOException {
        tally.add(what.sent(), 1);
        long redirects = browser.traffic().redirects();
        try {
            boolean taken = write.send();
            tally.add(what.kept(), taken ? 1 : 0);
            return taken;
        } catch (IOException e) {
            if (isRefusal(e) && browser.traffic().redirects() == redirects) {
                tally.add(what.refused(), 1);
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
    private static final class Tally {
        private final Map<OlioMeasure, Counter> counters = new EnumMap<>(OlioMeasure.class);
        private final Map<ConfirmedKind, Acknowledged> held = new EnumMap<>(ConfirmedKind.class);
        private final HttpMeasures traffic;

        Tally(UserContext user) {
            for (OlioMeasure measure : OlioMeasure.values()) {
                counters.put(measure, user.counter(measure.title()));
            }
            for (ConfirmedKind kind : ConfirmedKind.values()) {
                held.put(kind, user.acknowledged(kind.title()));
            }
            traffic = new HttpMeasures(name -> user.counter(name)::add);
        }

        void add(OlioMeasure measure, long amount) {
            if (amount != 0) {
                Objects.requireNonNull(counters.get(measure)).add(amount);
            }
        }

        /** Records that the site stores something under a number; null when its pages do not show the number. */
        void held(ConfirmedKind kind, @Nullable Integer number) {
            if (number != null) {
                Objects.requireNonNull(held.get(kind)).held(number);
            }
        }

        void attends(@Nullable Integer event, int person) {
            if (event != null) {
                Objects.requireNonNull(held.get(ConfirmedKind.ATTENDANCES))
                        .held(ConfirmedKind.attendance(event, person));
            }
        }

        void add(Traffic amount) {
            traffic.add(amount);
        }
    }
}
