// SPDX-License-Identifier: Apache-2.0
/** Bundles: a run in one file, with which others judge it elsewhere. */
@NullMarked
package org.plateaubench.app.bundle;

import org.jspecify.annotations.NullMarked;
