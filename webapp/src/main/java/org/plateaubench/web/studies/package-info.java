// SPDX-License-Identifier: Apache-2.0
/** Trials, searches and studies: their progress and their results. */
@NullMarked
package org.plateaubench.web.studies;

import org.jspecify.annotations.NullMarked;
