// SPDX-License-Identifier: Apache-2.0
/** Edits of the text of a run file that keep its comments and its layout. */
@NullMarked
package org.plateaubench.engine.config.edit;

import org.jspecify.annotations.NullMarked;
