// SPDX-License-Identifier: Apache-2.0
/** What the store holds: sizes, vocabularies and every row as a pure function of seed, table and id. */
@NullMarked
package org.plateaubench.plugin.dvdstore.catalog;

import org.jspecify.annotations.NullMarked;
