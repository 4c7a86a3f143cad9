// SPDX-License-Identifier: Apache-2.0
/** Bundles: a run or a study in one file, from which other people can judge it elsewhere. */
@NullMarked
package org.plateaubench.app.bundle;

import org.jspecify.annotations.NullMarked;
