// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.http.html;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.plateaubench.http.RequestBody;
import org.plateaubench.http.address.WebAddress;
import org.plateaubench.http.html.Form.Field;
import org.plateaubench.http.html.Form.Kind;

/**
 * A form while a user fills it in. Filling in a field that the form does not have fails immediately, and not only at
 * the server, because the page is wrong. Not thread-safe.
 */
public final class FormData {
    private static final RequestBody NOTHING = RequestBody.of(new byte[0], "application/octet-stream");

    private record Upload(String fileName, RequestBody content) {}

    private static final class Entry {
        private final Field field;
        private String value;
        private boolean sent;
        private @Nullable Upload upload;

        Entry(Field field) {
            this.field = field;
            this.value = field.value();
            this.sent = field.chosen();
        }

        boolean is(Kind kind, String name) {
            return field.kind() == kind && field.name().equals(name);
        }
    }

    private final Form form;
    private final List<Entry> entries = new ArrayList<>();

    FormData(Form form) {
        this.form = form;
        boolean hasPressedButton = false;
        for (Field field : form.fields()) {
            Entry entry = new Entry(field);
            if (field.kind() == Kind.SUBMIT && !hasPressedButton) {
                entry.sent = true;
                hasPressedButton = true;
            }
            entries.add(entry);
        }
    }

    /** The form to fill in. */
    public Form form() {
        return form;
    }

    /**
     * Checks the box, or chooses the radio button, option or button, that has this name and value. If there is none,
     * sets the text field or hidden field with this name.
     *
     * @throws WrongContent if the form has no such field or choice
     */
    public FormData set(String name, String value) throws WrongContent {
        if (!choose(name, value) && !write(name, value, Kind.TEXT) && !write(name, value, Kind.HIDDEN)) {
            throw form.missing(name + (form.has(name) ? " with the choice " + value : ""));
        }
        return this;
    }

    /**
     * Chooses a choice, if there is one. Choices are tried before text fields, because a box is often preceded by a
     * hidden field with its name, for the unchecked case.
     */
    private boolean choose(String name, String value) {
        for (Entry entry : entries) {
            Kind kind = entry.field.kind();
            boolean isChoice = kind != Kind.TEXT && kind != Kind.HIDDEN && kind != Kind.FILE;
            if (isChoice && entry.is(kind, name) && entry.field.value().equals(value)) {
                if (kind == Kind.RADIO || kind == Kind.OPTION) {
                    unset(other -> other.is(kind, name));
                }
                if (kind == Kind.SUBMIT) {
                    unset(other -> other.field.kind() == kind);
                }
                entry.sent = true;
                return true;
            }
        }
        return false;
    }

    private boolean write(String name, String value, Kind kind) {
        for (Entry entry : entries) {
            if (entry.is(kind, name)) {
                entry.value = value;
                return true;
            }
        }
        return false;
    }

    private void unset(Predicate<Entry> chosen) {
        entries.stream().filter(chosen).forEach(entry -> entry.sent = false);
    }

    /** Unchecks the boxes, and removes the choices, with this name. */
    public FormData clear(String name) {
        unset(entry -> entry.is(Kind.CHECK, name) || entry.is(Kind.OPTION_OF_SEVERAL, name));
        return this;
    }

    /**
     * Chooses a file.
     *
     * @throws WrongContent if the form has no such field or does not send files
     */
    public FormData file(String name, String fileName, RequestBody content) throws WrongContent {
        for (Entry entry : entries) {
            if (form.multipart() && entry.is(Kind.FILE, name)) {
                entry.upload = new Upload(fileName, content);
                return this;
            }
        }
        throw form.missing(name + " for a file");
    }

    /** The address of the request: the action, with the fields in the query if the form is sent by GET. */
    public WebAddress address() {
        return form.post()
                ? form.action()
                : form.action().withQuery(urlEncoded().text());
    }

    /** The body of a POST. */
    public RequestBody body() {
        return form.multipart() ? multipart() : urlEncoded();
    }

    private UrlEncodedBody urlEncoded() {
        UrlEncodedBody body = new UrlEncodedBody();
        for (Entry entry : entries) {
            if (entry.sent) {
                body.add(entry.field.name(), entry.value);
            }
        }
        return body;
    }

    private MultipartBody multipart() {
        MultipartBody body = new MultipartBody();
        for (Entry entry : entries) {
            if (!entry.sent) {
                continue;
            }
            Upload upload = entry.upload;
            if (upload != null) {
                body.addFile(entry.field.name(), upload.fileName, upload.content);
            } else if (entry.field.kind() == Kind.FILE) {
                body.addFile(entry.field.name(), "", NOTHING);
            } else {
                body.add(entry.field.name(), entry.value);
            }
        }
        return body;
    }
}
