// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.dav;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.plateaubench.http.HttpRequest;
import org.plateaubench.http.HttpResponse;
import org.plateaubench.http.RequestBody;
import org.plateaubench.plugin.mail.failure.MailFailure;

/** What calendars and address books have in common: objects with names and ETags. User-confined. */
public abstract sealed class DavCollection permits Calendar, AddressBook {
    private static final String ETAG = "ETag";

    private final DavExchange exchange;
    private final String path;
    private final String contentType;
    private final EtagChain chain = new EtagChain();

    DavCollection(DavExchange exchange, String path, String contentType) {
        this.exchange = exchange;
        this.path = path.endsWith("/") ? path : path + "/";
        this.contentType = contentType;
    }

    final DavExchange exchange() {
        return exchange;
    }

    /** Where it is, not encoded, with a slash at the end. */
    public final String path() {
        return path;
    }

    /** Begins the request that makes it. */
    abstract void startMaking();

    /** What must be in an object that was read back. */
    abstract List<String> meaning(String text);

    /**
     * Makes it where it is missing.
     *
     * @return whether it was made
     */
    public final boolean ensure() throws MailFailure {
        if (exists()) {
            return false;
        }
        startMaking();
        HttpResponse response = exchange.exchange();
        if (response.status() == DavExchange.CREATED || response.status() == DavExchange.OK) {
            return true;
        }
        // Somebody else may have made it in the meantime, which servers answer in several ways.
        MailFailure refused = exchange.failure(response);
        if (!exists()) {
            throw refused;
        }
        return false;
    }

    /** Whether the server has it. */
    public final boolean exists() throws MailFailure {
        exchange.startXml("PROPFIND", path, "0", DavXml.RESOURCE_TYPE);
        return exchange.exchange(DavExchange.MULTI_STATUS, DavExchange.NOT_FOUND)
                        .status()
                == DavExchange.MULTI_STATUS;
    }

    /** Removes it with all that it holds; false when it is not there. */
    public final boolean remove() throws MailFailure {
        exchange.start("DELETE", path);
        return exchange.exchange(DavExchange.OK, DavExchange.NO_CONTENT, DavExchange.NOT_FOUND)
                        .status()
                != DavExchange.NOT_FOUND;
    }

    /** Names and ETags of all that it holds. */
    public final List<DavListed> list() throws MailFailure {
        exchange.startXml("PROPFIND", path, "1", DavXml.LIST);
        List<DavListed> listed = new ArrayList<>();
        for (MultiStatus.Entry entry : exchange.multiStatus()) {
            if (!entry.collection() && !entry.etag().isEmpty()) {
                listed.add(new DavListed(DavPaths.name(entry.path()), entry.etag()));
            }
        }
        return listed;
    }

    /** Stores an object whatever is there: for loading. Asks for no ETag. */
    public final void load(String name, byte[] body) throws MailFailure {
        startPut(name, body);
        exchange.exchange(DavExchange.CREATED, DavExchange.NO_CONTENT, DavExchange.OK);
        chain.forget(name);
    }

    /**
     * Stores a new object; there must be none of the name.
     *
     * @return its ETag
     */
    public final String create(String name, byte[] body) throws MailFailure {
        startPut(name, body).header("If-None-Match", "*");
        HttpResponse response = exchange.exchange();
        if (response.status() == DavExchange.PRECONDITION_FAILED && exchange.repeated()) {
            // The first of the two may have been carried out before the connection broke.
            return readBack(name, body).etag();
        }
        return stored(response, name, body, "");
    }

    /**
     * Replaces an object that has this ETag.
     *
     * @return its new ETag
     */
    public final String replace(String name, String etag, byte[] body) throws MailFailure {
        startPut(name, body).header("If-Match", etag);
        HttpResponse response = exchange.exchange();
        if (response.status() == DavExchange.PRECONDITION_FAILED && exchange.repeated()) {
            return readBack(name, body).etag();
        }
        return stored(response, name, body, etag);
    }

    /** Reads an object, changes it, and stores it: GET and PUT with {@code If-Match}. */
    public final String update(String name, UnaryOperator<String> change) throws MailFailure {
        DavObject now = get(name);
        return replace(name, now.etag(), change.apply(now.text()).getBytes(StandardCharsets.UTF_8));
    }

    private HttpRequest startPut(String name, byte[] body) {
        return exchange.start("PUT", path + name).body(RequestBody.of(body, contentType));
    }

    private String stored(HttpResponse response, String name, byte[] body, String before) throws MailFailure {
        int status = response.status();
        if (status != DavExchange.CREATED && status != DavExchange.NO_CONTENT && status != DavExchange.OK) {
            throw exchange.failure(response);
        }
        String said = response.header(ETAG);
        String etag = said;
        chain.forget(name);
        if (etag == null) {
            exchange.count().happened(DavEvent.ETAG_FETCHED);
            etag = get(name).etag();
        }
        if (etag.isEmpty()) {
            throw exchange.wrong("the server has no ETag of " + name);
        }
        if (etag.equals(before)) {
            throw exchange.wrong("the ETag " + etag + " stayed when the object changed");
        }
        chain.stored(name, etag, body);
        return etag;
    }

    /** Reads an object; its ETag must be the one that it was given when this user stored it last. */
    public final DavObject get(String name) throws MailFailure {
        exchange.start("GET", path + name);
        HttpResponse response = exchange.exchange(DavExchange.OK);
        String said = response.header(ETAG);
        String etag = said == null ? "" : said;
        String known = chain.known(name);
        if (known != null && !known.equals(etag)) {
            throw exchange.wrong("the ETag is " + etag + ", and was " + known + " when the object was stored");
        }
        return new DavObject(name, etag, response.bodyText(StandardCharsets.UTF_8));
    }

    /** Reads an object that was stored before; it must mean what was sent. */
    public final DavObject readBack(String name, byte[] sent) throws MailFailure {
        DavObject object = get(name);
        List<String> expected = meaning(new String(sent, StandardCharsets.UTF_8));
        List<String> found = meaning(object.text());
        if (!found.equals(expected)) {
            throw exchange.wrong("what was sent as " + expected + " came back as " + found);
        }
        return object;
    }

    /** Removes an object; false when it is not there. */
    public final boolean delete(String name) throws MailFailure {
        chain.forget(name);
        exchange.start("DELETE", path + name);
        return exchange.exchange(DavExchange.OK, DavExchange.NO_CONTENT, DavExchange.NOT_FOUND)
                        .status()
                != DavExchange.NOT_FOUND;
    }

    /** What a query found. */
    final List<DavObject> found() throws MailFailure {
        List<DavObject> objects = new ArrayList<>();
        for (MultiStatus.Entry entry : exchange.multiStatus()) {
            if (!entry.collection() && !entry.data().isEmpty()) {
                String name = DavPaths.name(entry.path());
                String known = chain.known(name);
                if (known != null && !known.equals(entry.etag())) {
                    throw exchange.wrong("the ETag of " + name + " is " + entry.etag() + " in a query, and was " + known
                            + " when the object was stored");
                }
                objects.add(new DavObject(name, entry.etag(), entry.data()));
            }
        }
        return objects;
    }
}
