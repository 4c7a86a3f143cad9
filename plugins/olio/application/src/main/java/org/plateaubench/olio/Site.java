// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;
import org.plateaubench.olio.Database.StoreException;
import org.plateaubench.olio.EventDetail.PersonLink;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Dispatches requests to pages, and sends the answers. */
final class Site extends Handler.Abstract {
    private static final Logger LOG = LoggerFactory.getLogger(Site.class);

    private final Pages pages;
    private final Sessions sessions;
    private final EventPages events;
    private final PersonPages people;

    Site(Pages pages, Sessions sessions, EventPages events, PersonPages people) {
        this.pages = pages;
        this.sessions = sessions;
        this.events = events;
        this.people = people;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        @Nullable PersonLink viewer = null;
        Answer answer;
        try {
            Exchange exchange = new Exchange(request, response, sessions);
            viewer = exchange.viewer();
            answer = answer(exchange);
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

    private Answer answer(Exchange exchange) throws IOException {
        List<String> path = exchange.path();
        return switch ((exchange.isPost() ? "POST /" : "GET /") + shape(path)) {
            case "GET /" -> events.home(exchange);
            case "GET /tags" -> events.tags(exchange);
            case "GET /tags/*" -> events.tag(exchange, path.get(1));
            case "GET /search" -> events.search(exchange);
            case "GET /events/new" -> events.form(exchange);
            case "POST /events" -> events.add(exchange);
            case "GET /events/*" -> events.show(exchange, Exchange.id(path.get(1)));
            case "POST /events/*/attend" -> events.attend(exchange, Exchange.id(path.get(1)));
            case "POST /events/*/comments" -> events.comment(exchange, Exchange.id(path.get(1)));
            case "GET /people/new" -> people.form(exchange);
            case "GET /people/check" -> people.check(exchange);
            case "POST /people" -> people.add(exchange);
            case "GET /people/*" -> people.show(exchange, path.get(1));
            case "GET /login" -> people.signInForm(exchange);
            case "POST /login" -> people.signIn(exchange);
            case "GET /logout", "POST /logout" -> people.signOut(exchange);
            default -> throw Refused.notFound();
        };
    }

    /** Returns a path with {@code *} instead of the name or number in its second segment. */
    private static String shape(List<String> path) {
        if (path.size() < 2 || (!path.get(0).equals("tags") && Form.RESERVED_NAMES.contains(path.get(1)))) {
            return String.join("/", path);
        }
        List<String> shape = new ArrayList<>(path);
        shape.set(1, "*");
        return String.join("/", shape);
    }

    private Answer refused(Request request, Response response, @Nullable PersonLink viewer, Refused refused) {
        // After a body that could not be read completely the server closes the connection, which the answer must state.
        boolean bodyFailed =
                HttpMethod.POST.is(request.getMethod()) && (refused.status() == 400 || refused.status() == 413);
        if (!RequestBodies.discard(request) || bodyFailed) {
            response.getHeaders().put(HttpHeader.CONNECTION, "close");
        }
        return Answer.page(refused.status(), pages.message(viewer, refused.status(), refused.title(), refused.text()));
    }

    private static void send(Answer answer, Response response, Callback callback) {
        response.setStatus(answer.status());
        response.getHeaders().put(answer.field());
        response.getHeaders().put(HttpHeader.CONTENT_LENGTH, answer.body().length);
        response.getHeaders().put(HttpHeader.CACHE_CONTROL, "private, no-cache");
        response.write(true, ByteBuffer.wrap(answer.body()), callback);
    }
}
