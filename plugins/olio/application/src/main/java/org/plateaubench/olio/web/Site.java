// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio.web;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.plateaubench.olio.page.Pages;
import org.plateaubench.olio.page.Viewer;
import org.plateaubench.olio.store.StoreException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Dispatches requests to pages, and sends the answers. */
final class Site extends Handler.Abstract {
    private static final Logger LOG = LoggerFactory.getLogger(Site.class);

    private final Pages pages;
    private final Sessions sessions;
    private final ListPages lists;
    private final EventPages events;
    private final PersonPages people;
    private final SignInPages signIn;

    Site(Pages pages, Sessions sessions, ListPages lists, EventPages events, PersonPages people, SignInPages signIn) {
        this.pages = pages;
        this.sessions = sessions;
        this.lists = lists;
        this.events = events;
        this.people = people;
        this.signIn = signIn;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        Viewer viewer = Viewer.ANONYMOUS;
        Answer answer;
        try {
            Exchange exchange = new Exchange(request, response, sessions);
            viewer = exchange.viewer();
            answer = exchange.isPost() ? post(exchange) : get(exchange);
            if (answer instanceof Answer.SeeOther && exchange.path().equals(List.of("logout"))) {
                Sessions.forget(response);
            }
        } catch (Refused refused) {
            answer = refused(request, response, viewer, refused);
        } catch (IllegalArgumentException e) {
            LOG.debug("malformed request", e);
            answer = refused(request, response, viewer, Refused.malformed());
        } catch (StoreException | IOException e) {
            LOG.warn("{} {} failed", request.getMethod(), Request.getPathInContext(request), e);
            answer = refused(request, response, viewer, Refused.failed());
        }
        send(answer, response, callback);
        return true;
    }

    private Answer get(Exchange exchange) throws Refused {
        List<String> path = exchange.path();
        String first = path.isEmpty() ? "" : path.get(0);
        return switch (path.size()) {
            case 0 -> lists.home(exchange);
            case 1 ->
                switch (first) {
                    case "tags" -> lists.tags(exchange);
                    case "search" -> lists.search(exchange);
                    case "login" -> signIn.form(exchange);
                    case "logout" -> signIn.signOut(exchange);
                    default -> throw Refused.notFound();
                };
            case 2 ->
                switch (first) {
                    case "tags" -> lists.tag(exchange, path.get(1));
                    case "events" ->
                        path.get(1).equals("new")
                                ? events.form(exchange)
                                : events.show(exchange, Exchange.id(path.get(1)));
                    case "people" -> person(exchange, path.get(1));
                    default -> throw Refused.notFound();
                };
            default -> throw Refused.notFound();
        };
    }

    private Answer person(Exchange exchange, String name) throws Refused {
        return switch (name) {
            case "new" -> people.form(exchange);
            case "check" -> people.check(exchange);
            default -> people.show(exchange, name);
        };
    }

    private Answer post(Exchange exchange) throws Refused, IOException {
        List<String> path = exchange.path();
        return switch (path.size()) {
            case 1 ->
                switch (path.get(0)) {
                    case "login" -> signIn.signIn(exchange);
                    case "logout" -> signIn.signOut(exchange);
                    case "events" -> events.add(exchange);
                    case "people" -> people.add(exchange);
                    default -> throw Refused.notFound();
                };
            case 3 ->
                switch (path.get(0) + "/" + path.get(2)) {
                    case "events/attend" -> events.attend(exchange, Exchange.id(path.get(1)));
                    case "events/comments" -> events.comment(exchange, Exchange.id(path.get(1)));
                    case "people/friends" -> people.ask(exchange, path.get(1));
                    default -> throw Refused.notFound();
                };
            case 4 -> {
                if (path.get(0).equals("people")
                        && path.get(2).equals("friends")
                        && path.get(3).equals("accept")) {
                    yield people.accept(exchange, path.get(1));
                }
                throw Refused.notFound();
            }
            default -> throw Refused.notFound();
        };
    }

    private Answer refused(Request request, Response response, Viewer viewer, Refused refused) {
        // After a body that could not be read completely the server closes the connection, which the answer must state.
        boolean bodyFailed =
                HttpMethod.POST.is(request.getMethod()) && (refused.status() == 400 || refused.status() == 413);
        if (!RequestBodies.discard(request) || bodyFailed) {
            response.getHeaders().put(HttpHeader.CONNECTION, "close");
        }
        return Answer.page(refused.status(), pages.message(viewer, refused.status(), refused.title(), refused.text()));
    }

    private static void send(Answer answer, Response response, Callback callback) {
        switch (answer) {
            case Answer.Body body -> {
                response.setStatus(body.status());
                response.getHeaders().put(HttpHeader.CONTENT_TYPE, body.contentType());
                response.getHeaders().put(HttpHeader.CONTENT_LENGTH, body.bytes().length);
                response.getHeaders().put(HttpHeader.CACHE_CONTROL, "private, no-cache");
                response.write(true, ByteBuffer.wrap(body.bytes()), callback);
            }
            case Answer.SeeOther other -> {
                response.setStatus(303);
                response.getHeaders().put(HttpHeader.LOCATION, other.path());
                response.getHeaders().put(HttpHeader.CONTENT_LENGTH, 0);
                response.getHeaders().put(HttpHeader.CACHE_CONTROL, "private, no-cache");
                callback.succeeded();
            }
        }
    }
}
