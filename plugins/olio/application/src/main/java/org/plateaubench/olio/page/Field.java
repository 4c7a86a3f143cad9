// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio.page;

/**
 * A field of a form.
 *
 * @param name name in requests
 * @param atMost largest number of characters
 * @param hint text below the field; may be empty
 * @param autocomplete HTML name of the value that a browser may fill in by itself
 */
public record Field(
        String name, String label, Kind kind, boolean required, int atMost, String hint, String autocomplete) {
    private static final int WIDE_FROM_CHARACTERS = 100;

    public enum Kind {
        TEXT,
        USER_NAME,
        PASSWORD,
        EMAIL,
        TELEPHONE,
        ZIP,
        TEXT_AREA,
        TIME_ZONE,
        /** A local date and time, {@code 2026-11-21T19:30}. */
        DATE_TIME,
        TAGS,
        PICTURE,
        DOCUMENT
    }

    static Field required(String name, String label, Kind kind, int atMost) {
        return new Field(name, label, kind, true, atMost, "", "off");
    }

    static Field optional(String name, String label, Kind kind, int atMost) {
        return new Field(name, label, kind, false, atMost, "", "off");
    }

    Field hint(String text) {
        return new Field(name, label, kind, required, atMost, text, autocomplete);
    }

    Field autocomplete(String meaning) {
        return new Field(name, label, kind, required, atMost, hint, meaning);
    }

    /** Returns whether it is a file rather than text. */
    public boolean isFile() {
        return kind == Kind.PICTURE || kind == Kind.DOCUMENT;
    }

    public boolean area() {
        return kind == Kind.TEXT_AREA;
    }

    /** Returns the type of an input element; empty for another element. */
    public String type() {
        return switch (kind) {
            case TEXT, USER_NAME, ZIP, TAGS -> "text";
            case PASSWORD -> "password";
            case EMAIL -> "email";
            case TELEPHONE -> "tel";
            case DATE_TIME -> "datetime-local";
            case PICTURE, DOCUMENT -> "file";
            case TEXT_AREA, TIME_ZONE -> "";
        };
    }

    /** Returns the accepted types of files. */
    public String accept() {
        return switch (kind) {
            case PICTURE -> "image/jpeg,image/png";
            case DOCUMENT -> "application/pdf";
            default -> "";
        };
    }

    public boolean wide() {
        return area() || kind == Kind.USER_NAME || (atMost >= WIDE_FROM_CHARACTERS && kind != Kind.PASSWORD);
    }
}
