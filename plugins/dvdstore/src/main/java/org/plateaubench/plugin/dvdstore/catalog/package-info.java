// SPDX-License-Identifier: Apache-2.0
/** The content of the store: sizes, vocabularies and every row as a pure function of seed, table and id. */
@NullMarked
package org.plateaubench.plugin.dvdstore.catalog;

import org.jspecify.annotations.NullMarked;
