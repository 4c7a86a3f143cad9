// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.mail.dav;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A path {@code /account/collection/item}; missing parts are empty.
 *
 * @param account in lower case
 * @param collection name of a calendar or address book
 * @param item name of an event or card
 */
record DavPath(String account, String collection, String item) {
    private static final int MOST_PARTS = 3;
    private static final int MOST_CHARACTERS = 1024;

    /** Parses the target of a request or an href. */
    static DavPath of(String raw) throws DavRefusal {
        @Nullable String path;
        try {
            // Two slashes at the beginning would be read as a host.
            path = raw.startsWith("//") ? null : new URI(raw).getPath();
        } catch (URISyntaxException e) {
            throw new DavRefusal(DavNames.BAD_REQUEST);
        }
        if (path == null || !path.startsWith("/") || path.length() > MOST_CHARACTERS) {
            throw new DavRefusal(DavNames.BAD_REQUEST);
        }
        String[] parts = path.substring(1).split("/", -1);
        int count = parts[parts.length - 1].isEmpty() ? parts.length - 1 : parts.length;
        if (count > MOST_PARTS) {
            throw new DavRefusal(DavNames.NOT_FOUND);
        }
        for (int i = 0; i < count; i++) {
            if (parts[i].isEmpty() || parts[i].equals(".") || parts[i].equals("..")) {
                throw new DavRefusal(DavNames.BAD_REQUEST);
            }
        }
        return new DavPath(
                count > 0 ? parts[0].toLowerCase(Locale.ROOT) : "",
                count > 1 ? parts[1] : "",
                count > 2 ? parts[2] : "");
    }

    boolean isRoot() {
        return account.isEmpty();
    }

    boolean isHome() {
        return !account.isEmpty() && collection.isEmpty();
    }

    boolean isCollection() {
        return !collection.isEmpty() && item.isEmpty();
    }

    boolean isItem() {
        return !item.isEmpty();
    }

    /** Returns the path of another item of the same collection. */
    DavPath withItem(String name) {
        return new DavPath(account, collection, name);
    }

    /** Returns the path for an answer: encoded, with a slash at the end of a collection. */
    String href() {
        String path = isItem()
                ? "/" + account + "/" + collection + "/" + item
                : isCollection() ? "/" + account + "/" + collection + "/" : isHome() ? "/" + account + "/" : "/";
        try {
            return new URI(null, null, path, null).toASCIIString();
        } catch (URISyntaxException e) {
            throw new IllegalStateException("a path that was read cannot be written: " + path, e);
        }
    }
}
