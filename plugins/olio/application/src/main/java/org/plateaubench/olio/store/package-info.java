// SPDX-License-Identifier: Apache-2.0
/**
 * The data of the application: people, events, tags, comments, attendance and friendship, in a relational database.
 * {@link org.plateaubench.olio.store.SocialStore} is what pages use.
 */
@NullMarked
package org.plateaubench.olio.store;

import org.jspecify.annotations.NullMarked;
