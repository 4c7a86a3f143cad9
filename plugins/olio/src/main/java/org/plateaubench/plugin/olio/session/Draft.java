// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.olio.session;

import org.jspecify.annotations.Nullable;
import org.plateaubench.http.body.MultipartBody;

/**
 * What an operation will ask, drawn before its time begins. What depends on answers, such as the event that is chosen
 * from a list, is drawn from the same key when the answer is there.
 *
 * @param cachedNext whether a session that this operation begins has a full cache
 * @param account number of the person to sign in as; for {@code login}
 * @param tag name of the tag; for {@code tagSearch}
 * @param count number of results; for {@code tagSearch}
 * @param attends whether the event is attended where that is possible; for {@code eventDetail}
 * @param person number of the person to look at; for {@code personDetail}
 * @param newUserName name of who registers; for {@code addPerson}
 * @param upload what is uploaded, complete but for what the page of the form hands out; for {@code addPerson} and {@code
 *     addEvent}
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
