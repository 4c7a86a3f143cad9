// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.dav;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.plateaubench.http.HttpRequest;
import org.plateaubench.http.HttpResponse;
import org.plateaubench.http.RequestBody;
import org.plateaubench.plugin.mail.connect.MailFailure;
import org.plateaubench.plugin.mail.model.MailMeasure;

/** The shared part of calendars and address books: objects with names and ETags. Not thread-safe. */
public abstract class DavCollection {
    private static final String ETAG = "ETag";
    private static final int MAX_REMEMBERED = 16;
    private static final float LOAD = 0.75f;

    final DavExchange exchange;
    private final String path;
    private final String contentType;
    private final String createMethod;
    private final byte[] createBody;
    /**
     * The ETags of the objects that the user stored last. No other user changes these objects, so the server must
     * return the same ETags.
     */
    private final Map<String, String> etags = new LinkedHashMap<>(4, LOAD, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, String> eldest) {
            return size() > MAX_REMEMBERED;
        }
    };

    DavCollection(DavExchange exchange, String path, String contentType, String createMethod, byte[] createBody) {
        this.exchange = exchange;
        this.path = path.endsWith("/") ? path : path + "/";
        this.contentType = contentType;
        this.createMethod = createMethod;
        this.createBody = createBody;
    }

    /** Returns the path, not encoded, with a slash at the end. */
    public final String path() {
        return path;
    }

    /** Returns the properties that an object must still have when it is read back. */
    abstract List<String> comparedProperties(String text);

    /** Creates the collection if it is missing, and returns whether it did. */
    public final boolean ensure() throws MailFailure {
        if (exists()) {
            return false;
        }
        exchange.start(createMethod, path).body(RequestBody.of(createBody, DavExchange.XML));
        HttpResponse response = exchange.exchange();
        if (response.status() == DavExchange.CREATED || response.status() == DavExchange.OK) {
            return true;
        }
        // Another client may have created it meanwhile, which servers answer in several forms.
        MailFailure refused = exchange.failure(response);
        if (!exists()) {
            throw refused;
        }
        return false;
    }

    public final boolean exists() throws MailFailure {
        exchange.startXml("PROPFIND", path, "0", DavXml.RESOURCE_TYPE);
        return exchange.exchange(DavExchange.MULTI_STATUS, DavExchange.NOT_FOUND)
                        .status()
                == DavExchange.MULTI_STATUS;
    }

    /** Removes the collection with its content; returns false when it does not exist. */
    public final boolean remove() throws MailFailure {
        return remove(path);
    }

    private boolean remove(String target) throws MailFailure {
        exchange.start("DELETE", target);
        return exchange.exchange(DavExchange.OK, DavExchange.NO_CONTENT, DavExchange.NOT_FOUND)
                        .status()
                != DavExchange.NOT_FOUND;
    }

    /** Returns the ETags of all its objects by name, which is the last part of an object's path. */
    public final Map<String, String> list() throws MailFailure {
        exchange.startXml("PROPFIND", path, "1", DavXml.LIST);
        Map<String, String> etagsByName = new LinkedHashMap<>();
        for (MultiStatus.Entry entry : exchange.multiStatus()) {
            if (!entry.collection() && !entry.etag().isEmpty()) {
                etagsByName.put(name(entry.path()), entry.etag());
            }
        }
        return etagsByName;
    }

    /** Returns the last part of a path, without a slash at the end. */
    private static String name(String path) {
        String trimmed = path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
        return trimmed.substring(trimmed.lastIndexOf('/') + 1);
    }

    /** Stores an object, new or not, for loading. Requests no ETag. */
    public final void load(String name, byte[] body) throws MailFailure {
        startPut(name, body);
        exchange.exchange(DavExchange.CREATED, DavExchange.NO_CONTENT, DavExchange.OK);
        etags.remove(name);
    }

    /** Stores a new object, and returns its ETag; none may exist with the name. */
    public final String create(String name, byte[] body) throws MailFailure {
        return put(name, body, "If-None-Match", "*", "");
    }

    /** Replaces an object that has this ETag, and returns its new one. */
    public final String replace(String name, String etag, byte[] body) throws MailFailure {
        return put(name, body, "If-Match", etag, etag);
    }

    private String put(String name, byte[] body, String condition, String value, String before) throws MailFailure {
        startPut(name, body).header(condition, value);
        HttpResponse response = exchange.exchange();
        if (response.status() == DavExchange.PRECONDITION_FAILED && exchange.wasRepeated()) {
            // The first of the two requests may have been executed before the connection was lost.
            return readBack(name, body).etag();
        }
        return etagOf(response, name, body, before);
    }

    /**
     * Reads an object, changes it, and stores it, by GET and PUT with {@code If-Match}.
     *
     * @param change returns the changed text; empty when the object is not the expected one
     */
    public final String update(String name, Function<String, Optional<String>> change) throws MailFailure {
        DavObject now = get(name);
        String changed = change.apply(now.text()).orElse(null);
        if (changed == null) {
            throw exchange.wrongAnswer("the object is not the expected one");
        }
        return replace(name, now.etag(), changed.getBytes(StandardCharsets.UTF_8));
    }

    private HttpRequest startPut(String name, byte[] body) {
        return exchange.start("PUT", path + name).body(RequestBody.of(body, contentType));
    }

    private String etagOf(HttpResponse response, String name, byte[] body, String before) throws MailFailure {
        int status = response.status();
        if (status != DavExchange.CREATED && status != DavExchange.NO_CONTENT && status != DavExchange.OK) {
            throw exchange.failure(response);
        }
        String etag = response.header(ETAG);
        etags.remove(name);
        if (etag == null) {
            exchange.counts().add(MailMeasure.ETAGS_FETCHED, 1);
            etag = get(name).etag();
        }
        if (etag.isEmpty()) {
            throw exchange.wrongAnswer("the server has no ETag of " + name);
        }
        if (etag.equals(before)) {
            throw exchange.wrongAnswer("the ETag " + etag + " is unchanged after a change of the object");
        }
        // A server that does the scheduling of events with attendees (RFC 6638) may change them.
        String text = new String(body, StandardCharsets.ISO_8859_1);
        if (!text.contains("\nATTENDEE") || text.contains("SCHEDULE-AGENT=CLIENT")) {
            etags.put(name, etag);
        }
        return etag;
    }

    /** Reads an object, whose ETag must not have changed since this user last stored it. */
    public final DavObject get(String name) throws MailFailure {
        exchange.start("GET", path + name);
        HttpResponse response = exchange.exchange(DavExchange.OK);
        String etagHeader = response.header(ETAG);
        String etag = etagHeader == null ? "" : etagHeader;
        String known = etags.get(name);
        if (known != null && !known.equals(etag)) {
            throw exchange.wrongAnswer("the ETag is " + etag + ", and was " + known + " when the object was stored");
        }
        return new DavObject(name, etag, response.bodyText(StandardCharsets.UTF_8));
    }

    /** Reads an object that was stored before; its {@link #comparedProperties} must be those of the sent one. */
    public final DavObject readBack(String name, byte[] sent) throws MailFailure {
        DavObject object = get(name);
        List<String> expected = comparedProperties(new String(sent, StandardCharsets.UTF_8));
        List<String> found = comparedProperties(object.text());
        if (!found.equals(expected)) {
            throw exchange.wrongAnswer("the stored object has " + found + " instead of " + expected);
        }
        return object;
    }

    /** Removes an object; returns false when it does not exist. */
    public final boolean delete(String name) throws MailFailure {
        etags.remove(name);
        return remove(path + name);
    }

    final List<DavObject> queriedObjects() throws MailFailure {
        List<DavObject> objects = new ArrayList<>();
        for (MultiStatus.Entry entry : exchange.multiStatus()) {
            if (!entry.collection() && !entry.data().isEmpty()) {
                String name = name(entry.path());
                String known = etags.get(name);
                if (known != null && !known.equals(entry.etag())) {
                    throw exchange.wrongAnswer("the ETag of " + name + " is " + entry.etag() + " in a query, and was "
                            + known + " when the object was stored");
                }
                objects.add(new DavObject(name, entry.etag(), entry.data()));
            }
        }
        return objects;
    }

    /** An event or a card on a server, with the last part of its path, and the ETag in quotes or empty. */
    public record DavObject(String name, String etag, String text) {}
}
