// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.mail.dav;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.List;
import javax.xml.namespace.QName;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.w3c.dom.Element;

/** The methods of WebDAV that the workload uses. Any thread. */
final class DavMethods {
    private static final byte[] NOTHING = {};

    private final DavStore store;
    private final InstantSource clock;

    DavMethods(DavStore store, InstantSource clock) {
        this.store = store;
        this.clock = clock;
    }

    void answer(DavRequest request, Response response, Callback callback) throws DavRefusal {
        switch (request.method()) {
            case "GET" -> get(request, response, callback);
            case "PUT" -> put(request, response, callback);
            case "DELETE" -> delete(request, response, callback);
            case "PROPFIND" -> propfind(request, response, callback);
            case "REPORT" -> report(request, response, callback);
            case "MKCALENDAR", "MKCOL" -> make(request, response, callback);
            default -> throw new DavRefusal(DavNames.NOT_ALLOWED);
        }
    }

    private static void send(Response response, Callback callback, int status, String mediaType, byte[] body) {
        response.setStatus(status);
        if (!mediaType.isEmpty()) {
            response.getHeaders().put(HttpHeader.CONTENT_TYPE, mediaType + "; charset=utf-8");
        }
        if (status != DavNames.NO_CONTENT) {
            response.getHeaders().put(HttpHeader.CONTENT_LENGTH, body.length);
        }
        response.write(true, ByteBuffer.wrap(body), callback);
    }

    /** Returns the collection of a path, which must exist. */
    private Folder folder(DavPath path, int missing) throws DavRefusal {
        Folder folder = store.folder(path);
        if (folder == null) {
            throw new DavRefusal(missing);
        }
        return folder;
    }

    private void get(DavRequest request, Response response, Callback callback) throws DavRefusal {
        request.requireOwn();
        if (!request.path().isItem()) {
            throw new DavRefusal(request.path().isCollection() ? DavNames.NOT_ALLOWED : DavNames.NOT_FOUND);
        }
        Folder folder = folder(request.path(), DavNames.NOT_FOUND);
        Item item = folder.item(request.path().item());
        if (item == null) {
            throw new DavRefusal(DavNames.NOT_FOUND);
        }
        response.getHeaders().put(HttpHeader.ETAG, item.etag());
        send(response, callback, DavNames.OK, folder.kind().mediaType(), item.body());
    }

    @SuppressWarnings("ReferenceEquality") // Compares identity with the stored object, not equality.
    private void put(DavRequest request, Response response, Callback callback) throws DavRefusal {
        request.requireOwn();
        if (!request.path().isItem()) {
            throw new DavRefusal(DavNames.NOT_ALLOWED);
        }
        Folder folder = folder(request.path(), DavNames.CONFLICT);
        if (!request.mediaType().equals(folder.kind().mediaType())) {
            throw new DavRefusal(
                    DavNames.UNSUPPORTED_TYPE,
                    folder.kind() == Kind.CALENDAR ? "C:supported-calendar-data" : "A:supported-address-data");
        }
        Folder.Parsed parsed = Folder.Parsed.of(folder.kind(), text(request.body()));
        Item before = folder.put(request.path().item(), request.body(), parsed, request.precondition());
        Item now = folder.item(request.path().item());
        if (now != null && now.body() == request.body()) {
            response.getHeaders().put(HttpHeader.ETAG, now.etag());
        }
        send(response, callback, before == null ? DavNames.CREATED : DavNames.NO_CONTENT, "", NOTHING);
    }

    /** Returns text without characters that XML cannot represent. */
    private static String text(byte[] body) throws DavRefusal {
        String text;
        try {
            text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(body))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new DavRefusal(DavNames.BAD_REQUEST);
        }
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if ((c < ' ' && c != '\t' && c != '\r' && c != '\n') || c == '\ufffe' || c == '\uffff') {
                throw new DavRefusal(DavNames.BAD_REQUEST);
            }
        }
        return text;
    }

    private void delete(DavRequest request, Response response, Callback callback) throws DavRefusal {
        request.requireOwn();
        DavPath path = request.path();
        boolean there;
        if (path.isItem()) {
            there = folder(path, DavNames.NOT_FOUND).remove(path.item(), request.precondition());
        } else if (path.isCollection()) {
            there = store.remove(path);
        } else {
            throw new DavRefusal(DavNames.FORBIDDEN);
        }
        if (!there) {
            throw new DavRefusal(DavNames.NOT_FOUND);
        }
        send(response, callback, DavNames.NO_CONTENT, "", NOTHING);
    }

    private void make(DavRequest request, Response response, Callback callback) throws DavRefusal {
        request.requireOwn();
        boolean calendar = request.method().equals("MKCALENDAR");
        if (!request.path().isCollection()) {
            // Collections are directly below a home and nowhere else.
            throw new DavRefusal(request.path().isItem() ? DavNames.CONFLICT : DavNames.NOT_ALLOWED);
        }
        if (request.body().length > 0 && !request.isXml()) {
            throw new DavRefusal(DavNames.UNSUPPORTED_TYPE);
        }
        if (!calendar && !isAddressBook(request.body())) {
            throw new DavRefusal(DavNames.FORBIDDEN, "D:valid-resourcetype");
        }
        store.make(request.path(), calendar ? Kind.CALENDAR : Kind.ADDRESS_BOOK);
        response.getHeaders().put(HttpHeader.CACHE_CONTROL, "no-cache");
        send(response, callback, DavNames.CREATED, "", NOTHING);
    }

    /** Returns whether an extended MKCOL requests an address book (RFC 5689). */
    private static boolean isAddressBook(byte[] body) throws DavRefusal {
        Element type = body.length == 0 ? null : RequestXml.root(body);
        for (String name : new String[] {"set", "prop", "resourcetype"}) {
            type = type == null ? null : RequestXml.child(type, DavNames.dav(name));
        }
        return type != null && RequestXml.child(type, DavNames.card("addressbook")) != null;
    }

    private void propfind(DavRequest request, Response response, Callback callback) throws DavRefusal {
        request.requireOwn();
        String depth = request.header("Depth");
        if (!depth.equals("0") && !depth.equals("1")) {
            throw new DavRefusal(DavNames.FORBIDDEN, "D:propfind-finite-depth");
        }
        DavPath path = request.path();
        if (!path.isCollection()) {
            throw new DavRefusal(DavNames.NOT_FOUND);
        }
        Folder folder = folder(path, DavNames.NOT_FOUND);
        List<QName> asked = Properties.USUAL;
        if (request.body().length > 0) {
            Element root = RequestXml.root(request.body());
            if (!RequestXml.is(root, DavNames.dav("propfind"))) {
                throw new DavRefusal(DavNames.BAD_REQUEST);
            }
            asked = RequestXml.properties(root);
        }
        AnswerXml xml = AnswerXml.multiStatus();
        xml.found(path.href(), asked, name -> Properties.ofFolder(folder.kind(), name));
        if (depth.equals("1")) {
            for (Item item : folder.items()) {
                xml.found(
                        path.withItem(item.name()).href(), asked, name -> Properties.ofItem(item, folder.kind(), name));
            }
        }
        send(response, callback, DavNames.MULTI_STATUS, "application/xml", xml.end());
    }

    private void report(DavRequest request, Response response, Callback callback) throws DavRefusal {
        if (!request.isXml()) {
            throw new DavRefusal(DavNames.UNSUPPORTED_TYPE);
        }
        Element root = RequestXml.root(request.body());
        if (!Reports.isFreeBusy(root)) {
            request.requireOwn();
        }
        if (!request.path().isCollection()) {
            throw new DavRefusal(
                    request.path().isItem() ? DavNames.NOT_FOUND : DavNames.FORBIDDEN, "D:supported-report");
        }
        Reports.Answer answer =
                Reports.answer(request.path(), folder(request.path(), DavNames.NOT_FOUND), root, clock.instant());
        send(response, callback, answer.status(), answer.mediaType(), answer.body());
    }
}
