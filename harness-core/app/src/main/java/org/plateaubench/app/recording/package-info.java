// SPDX-License-Identifier: Apache-2.0
/** Scenarios made from recordings, descriptions and calls of web sites: HAR, OpenAPI, Postman and curl. */
@NullMarked
package org.plateaubench.app.recording;

import org.jspecify.annotations.NullMarked;
