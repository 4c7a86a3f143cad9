// SPDX-License-Identifier: Apache-2.0
/** Trials, searches and studies: how far they are, and what they have shown. */
@NullMarked
package org.plateaubench.web.studies;

import org.jspecify.annotations.NullMarked;
