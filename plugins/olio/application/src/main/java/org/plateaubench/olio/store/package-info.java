// SPDX-License-Identifier: Apache-2.0
/**
 * What the application keeps: people, events, tags, comments, attendance and friendship, in a relational database.
 * {@link org.plateaubench.olio.store.SocialStore} is all that pages know of it.
 */
@NullMarked
package org.plateaubench.olio.store;

import org.jspecify.annotations.NullMarked;
