// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.mail.dav;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The collections of all accounts, by {@code /account/collection}. Any thread. */
final class DavStore {
    private static final int COLLECTIONS_PER_ACCOUNT = 100;

    private final Map<String, Map<String, Folder>> homes = new ConcurrentHashMap<>();

    @Nullable
    Folder folder(DavPath path) {
        Map<String, Folder> home = homes.get(path.account());
        return home == null ? null : home.get(path.collection());
    }

    /** Creates a collection. */
    void make(DavPath path, Kind kind) throws DavRefusal {
        Map<String, Folder> home = homes.computeIfAbsent(path.account(), account -> new ConcurrentHashMap<>());
        if (home.size() >= COLLECTIONS_PER_ACCOUNT) {
            throw new DavRefusal(DavNames.FORBIDDEN);
        }
        if (home.putIfAbsent(path.collection(), new Folder(kind)) != null) {
            throw new DavRefusal(DavNames.NOT_ALLOWED, "D:resource-must-be-null");
        }
    }

    /** Removes a collection; returns false when it does not exist. */
    boolean remove(DavPath path) {
        Map<String, Folder> home = homes.get(path.account());
        return home != null && home.remove(path.collection()) != null;
    }
}
