// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.olio.session;

import org.jspecify.annotations.Nullable;
import org.plateaubench.http.body.MultipartBody;

/**
 * The requests of an operation, drawn before its time begins. A choice that depends on an answer, such as an event from
 * a list, is drawn from the same key after the answer.
 *
 * @param cachedNext whether a session that this operation begins has a full cache
 * @param account number of the person to sign in as; for {@code login}
 * @param tag name of the tag; for {@code tagSearch}
 * @param count number of results; for {@code tagSearch}
 * @param attends whether the event is attended if possible; for {@code eventDetail}
 * @param person number of the person to open; for {@code personDetail}
 * @param newUserName name of the new user; for {@code addPerson}
 * @param upload what is uploaded; for {@code addPerson} and {@code addEvent}
 */
public record Draft(
        boolean cachedNext,
        int account,
        String tag,
        int count,
        boolean attends,
        int person,
        String newUserName,
        @Nullable MultipartBody upload) {}
