// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.data;

import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.IntConsumer;
import java.util.function.IntFunction;
import org.plateaubench.plugin.mail.connect.MailFailure;
import org.plateaubench.plugin.mail.dav.DavCollection;
import org.plateaubench.plugin.mail.dav.DavCollection.DavListed;
import org.plateaubench.plugin.mail.dav.DavUser;
import org.plateaubench.plugin.mail.model.Scale;
import org.plateaubench.plugin.mail.site.Account;

/**
 * Brings the calendar and the address book of one account to the content of its data. An object with the ETag in the
 * marker stays; every other object of Plateau is stored again, and foreign objects are removed.
 */
final class GroupwareRestorer {
    private static final String CALENDAR = "calendar/";
    private static final String CONTACTS = "contacts/";

    private final GroupwareData data;
    private final Scale scale;
    private final Account account;
    private final DavUser user;
    private final IntConsumer done;

    /**
     * Creates the restoring of one account.
     *
     * @param done receives numbers of objects that are correct
     */
    GroupwareRestorer(GroupwareData data, Scale scale, Account account, DavUser user, IntConsumer done) {
        this.data = data;
        this.scale = scale;
        this.account = account;
        this.user = user;
        this.done = done;
    }

    /** Creates the calendar or the address book where missing, and records that in the marker. */
    static MailMarker ensure(DavUser user, MailMarker marker) throws MailFailure {
        MailMarker result = user.calendar().ensure() ? marker.made(CALENDAR) : marker;
        return user.contacts().ensure() ? result.made(CONTACTS) : result;
    }

    static void empty(DavUser user) throws MailFailure {
        empty(user.calendar());
        empty(user.contacts());
    }

    private static void empty(DavCollection place) throws MailFailure {
        for (DavListed object : place.list()) {
            place.delete(object.name());
        }
    }

    /** Removes everything that was created in them, and the collections themselves if they were created. */
    static void clear(DavUser user, MailMarker marker) throws MailFailure {
        clear(user.calendar(), marker.hasMade(CALENDAR));
        clear(user.contacts(), marker.hasMade(CONTACTS));
    }

    private static void clear(DavCollection place, boolean made) throws MailFailure {
        if (made) {
            place.remove();
        } else if (place.exists()) {
            empty(place);
        }
    }

    /** Restores both, and returns the ETag of each object by collection and name. */
    Map<String, String> run(MailMarker marker) throws MailFailure, InterruptedException {
        Map<String, String> etags = new LinkedHashMap<>();
        restore(CALENDAR, user.calendar(), scale.events(), names(true), marker, etags);
        restore(CONTACTS, user.contacts(), scale.contacts(), names(false), marker, etags);
        return etags;
    }

    private IntFunction<String> names(boolean events) {
        return index -> events ? data.eventName(account, index) : data.cardName(account, index);
    }

    private void restore(
            String prefix,
            DavCollection place,
            int count,
            IntFunction<String> names,
            MailMarker marker,
            Map<String, String> etags)
            throws MailFailure, InterruptedException {
        Map<String, String> there = listed(place);
        Set<String> wanted = new HashSet<>();
        boolean changed = false;
        for (int index = 0; index < count; index++) {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            String name = names.apply(index);
            wanted.add(name);
            String etag = there.get(name);
            // Objects left by an interrupted first load are complete, and no user has changed them yet.
            boolean asLoaded = etag != null
                    && (!marker.hasEtags() || marker.etag(prefix + name).equals(etag));
            if (!asLoaded) {
                place.load(name, prefix.equals(CALENDAR) ? data.event(account, index) : data.card(account, index));
                changed = true;
            }
            done.accept(1);
        }
        for (String name : there.keySet()) {
            if (!wanted.contains(name)) {
                place.delete(name);
            }
        }
        (changed ? listed(place) : there).forEach((name, etag) -> {
            if (wanted.contains(name)) {
                etags.put(prefix + name, etag);
            }
        });
    }

    private static Map<String, String> listed(DavCollection place) throws MailFailure {
        Map<String, String> listed = new HashMap<>();
        for (DavListed object : place.list()) {
            listed.put(object.name(), object.etag());
        }
        return listed;
    }
}
